import type { DocumentActionsResolver, TemplateResolver } from "sanity";
import { publishNewPath } from "./links/publish-new-path.tsx";
import { isSingleton } from "./singletons.ts";

// A page of the site may change, but it may not disappear or exist twice.
const singletonActions = ["publish", "discardChanges", "restore"];

// What has a path that editors choose.
const typesWithPath: readonly string[] = ["product", "page"];

/**
 * Leaves singletons only the actions that keep them the one published document; what has a path of
 * its own keeps the former one as a redirect when it is published with another.
 */
export const resolveDocumentActions: DocumentActionsResolver = (actions, { schemaType }) =>
  isSingleton(schemaType)
    ? actions.filter(({ action }) => action !== undefined && singletonActions.includes(action))
    : actions.map((action) =>
        typesWithPath.includes(schemaType) && action.action === "publish"
          ? publishNewPath(action)
          : action,
      );

/** Keeps singletons, and versions that publishing makes, out of the templates: no menu offers one. */
export const resolveTemplates: TemplateResolver = (templates) =>
  templates.filter(({ schemaType }) => !isSingleton(schemaType) && schemaType !== "legalVersion");
