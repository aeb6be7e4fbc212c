import type { DocumentActionComponent, DocumentActionsResolver, TemplateResolver } from "sanity";
import { deleteUnlinked } from "./links/delete-unlinked.tsx";
import { publishNewPath } from "./links/publish-new-path.tsx";
import { hasPath, scheduleSamePath, staysOutOfReleases } from "./releases/release-rules.ts";
import { isSingleton } from "./singletons.ts";

// Actions that are allowed for singletons. An editor may change a singleton, but not delete, unpublish or duplicate it.
const singletonActions = ["publish", "discardChanges", "restore", "schedule", "discardVersion"];

/**
 * Removes the document actions that a singleton or a legal text may not have. Replaces “delete” with an action that
 * lists linking documents, and “publish” with an action that can redirect a former path.
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
  const replaced = allowed.map((action) =>
    action.action === "delete" ? deleteUnlinked(action) : action,
  );
  if (!hasPath(schemaType) || versionType === "scheduled-draft") return replaced;
  return replaced.map(withFormerPath);
};

function withFormerPath(action: DocumentActionComponent): DocumentActionComponent {
  if (action.action === "publish") return publishNewPath(action);
  return action.action === "schedule" ? scheduleSamePath(action) : action;
}

// Document types that editors cannot create. Publishing a legal text creates documents of these types.
const generatedTypes = ["legalVersion"];

/** Removes singletons and generated documents from the list of templates, so that editors cannot create either kind. */
export const resolveTemplates: TemplateResolver = (templates) =>
  templates.filter(
    ({ schemaType }) => !isSingleton(schemaType) && !generatedTypes.includes(schemaType),
  );
