import type { DocumentActionsResolver, NewDocumentOptionsResolver, TemplateResolver } from "sanity";
import { isSingleton } from "./singletons.ts";

// A page of the site may change, but it may not disappear or exist twice.
const singletonActions = ["publish", "discardChanges", "restore"];

/** Leaves singletons only the actions that keep them the one published document. */
export const resolveDocumentActions: DocumentActionsResolver = (actions, { schemaType }) =>
  isSingleton(schemaType)
    ? actions.filter(({ action }) => action !== undefined && singletonActions.includes(action))
    : actions;

/** Keeps singletons out of the templates from which documents are created. */
export const resolveTemplates: TemplateResolver = (templates) =>
  templates.filter(({ schemaType }) => !isSingleton(schemaType));

/** Keeps singletons out of every “create” menu. */
export const resolveNewDocumentOptions: NewDocumentOptionsResolver = (items) =>
  items.filter(({ templateId }) => !isSingleton(templateId));
