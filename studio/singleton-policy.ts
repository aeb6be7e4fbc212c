import type { DocumentActionsResolver, TemplateResolver } from "sanity";
import { isSingleton } from "./singletons.ts";

// A page of the site may change, but it may not disappear or exist twice.
const singletonActions = ["publish", "discardChanges", "restore"];

/** Leaves singletons only the actions that keep them the one published document. */
export const resolveDocumentActions: DocumentActionsResolver = (actions, { schemaType }) =>
  isSingleton(schemaType)
    ? actions.filter(({ action }) => action !== undefined && singletonActions.includes(action))
    : actions;

/** Keeps singletons out of the templates, without which no menu offers to create one. */
export const resolveTemplates: TemplateResolver = (templates) =>
  templates.filter(({ schemaType }) => !isSingleton(schemaType));
