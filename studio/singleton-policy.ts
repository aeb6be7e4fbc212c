import type { DocumentActionComponent, DocumentActionsResolver, TemplateResolver } from "sanity";
import { deleteUnlinked } from "./links/delete-unlinked.tsx";
import { publishNewPath } from "./links/publish-new-path.tsx";
import { hasPath, scheduleSamePath, staysOutOfReleases } from "./releases/release-rules.ts";
import { isSingleton } from "./singletons.ts";

// Actions that are allowed for singletons. An editor may change a singleton, but not delete, unpublish or duplicate it.
const singletonActions = ["publish", "discardChanges", "restore", "schedule", "discardVersion"];

/**
 * Removes and replaces document actions of the Studio. Singletons keep only actions that leave exactly one published
 * document. Types in `staysOutOfReleases` cannot be scheduled. The new delete action lists documents that link to the
 * document. The new publish action can keep a former path as a redirect.
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
