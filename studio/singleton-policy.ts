import type { DocumentActionComponent, DocumentActionsResolver, TemplateResolver } from "sanity";
import { deleteUnlinked } from "./links/delete-unlinked.tsx";
import { publishNewPath } from "./links/publish-new-path.tsx";
import { hasPath, scheduleSamePath, staysOutOfReleases } from "./releases/release-rules.ts";
import { isSingleton } from "./singletons.ts";

// A page of the site may change, but it may not disappear or exist twice.
const singletonActions = ["publish", "discardChanges", "restore", "schedule", "discardVersion"];

/**
 * Leaves singletons only the actions that keep them the one published document; what has a path of
 * its own keeps the former one as a redirect when it is published with another. What only its own
 * publish action may publish is not scheduled; what something leads to is not deleted.
 */
export const resolveDocumentActions: DocumentActionsResolver = (
  actions,
  { schemaType, versionType },
) => {
  const allowed = actions.filter(
    ({ action }) =>
      (!isSingleton(schemaType) || (action !== undefined && singletonActions.includes(action))) &&
      (action !== "schedule" || !staysOutOfReleases(schemaType)),
  );
  const asking = allowed.map((action) =>
    action.action === "delete" ? deleteUnlinked(action) : action,
  );
  if (!hasPath(schemaType) || versionType === "scheduled-draft") return asking;
  return asking.map(keepingPath);
};

function keepingPath(action: DocumentActionComponent): DocumentActionComponent {
  if (action.action === "publish") return publishNewPath(action);
  return action.action === "schedule" ? scheduleSamePath(action) : action;
}

// Made by publishing.
const madeElsewhere = ["legalVersion"];

/** Keeps singletons, and what is made elsewhere, out of the templates: no menu offers one. */
export const resolveTemplates: TemplateResolver = (templates) =>
  templates.filter(
    ({ schemaType }) => !isSingleton(schemaType) && !madeElsewhere.includes(schemaType),
  );
