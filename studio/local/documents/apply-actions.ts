import { z } from "zod";
import { malformed, mutationConflict } from "../http/api-error.ts";
import { deleteDocument } from "./mutations.ts";
import {
  type PendingTransaction,
  createDocument,
  documentStubSchema,
} from "./pending-transaction.ts";
import { type StoredDocument, draftIdOf, publishedIdOf, releaseOf } from "./document.ts";
import { patchDocument, patchOperationsSchema, revisionConflict } from "./patches.ts";
import { requireOpenRelease } from "./release.ts";
import { strengthenReferences } from "./references.ts";

const documentId = z.string().min(1);
const purge = z.literal(false).optional();

const named = <const Kind extends string>(kind: Kind) =>
  z.literal(`sanity.action.document.${kind}`);

/** Zod schema of the document actions that this server supports, in the format of @sanity/client. */
export const actionSchema = z.discriminatedUnion("actionType", [
  z.object({
    actionType: named("create"),
    publishedId: documentId,
    attributes: documentStubSchema,
    ifExists: z.enum(["fail", "ignore"]).default("fail"),
  }),
  z.object({
    actionType: named("edit"),
    draftId: documentId,
    publishedId: documentId,
    patch: patchOperationsSchema,
  }),
  z.object({
    actionType: named("publish"),
    draftId: documentId,
    publishedId: documentId,
    ifDraftRevisionId: documentId.optional(),
    ifPublishedRevisionId: documentId.optional(),
  }),
  z.object({ actionType: named("unpublish"), draftId: documentId, publishedId: documentId }),
  z.object({
    actionType: named("delete"),
    publishedId: documentId,
    includeDrafts: z.array(documentId).default([]),
    purge,
  }),
  z.object({ actionType: named("discard"), draftId: documentId, purge }),
  z.object({
    actionType: named("version.create"),
    publishedId: documentId,
    document: documentStubSchema.optional(),
    versionId: documentId.optional(),
    baseId: documentId.optional(),
    ifBaseRevisionId: documentId.optional(),
  }),
  z.object({
    actionType: named("version.replace"),
    document: documentStubSchema.extend({ _id: documentId }),
  }),
  z.object({
    actionType: named("version.unpublish"),
    versionId: documentId,
    publishedId: documentId,
  }),
  z.object({ actionType: named("version.discard"), versionId: documentId, purge }),
  z.object({
    actionType: named("replaceDraft"),
    publishedId: documentId,
    attributes: documentStubSchema,
  }),
]);

type Action = z.infer<typeof actionSchema>;

/** Action with a given `actionType`, such as `ActionOf<"publish">`. */
type ActionOf<Kind extends string> = Extract<
  Action,
  { actionType: `sanity.action.document.${Kind}` }
>;

export const imitatedActions = actionSchema.options.map((option) => option.shape.actionType.value);

/** Applies a document action. Throws 409 when the documents are not in the state that the action expects. */
export function applyAction(transaction: PendingTransaction, action: Action): void {
  switch (action.actionType) {
    case "sanity.action.document.create":
      return createDraft(transaction, action);
    case "sanity.action.document.edit":
      return editDraft(transaction, action);
    case "sanity.action.document.publish":
      return publish(transaction, action);
    case "sanity.action.document.unpublish":
      return unpublish(transaction, action);
    case "sanity.action.document.delete":
      return deleteGroup(transaction, action);
    case "sanity.action.document.discard":
      return discard(transaction, action.draftId);
    case "sanity.action.document.version.create":
      return createVersion(transaction, action);
    case "sanity.action.document.version.replace":
      requireVersion(transaction, action.document._id);
      createDocument(transaction, action.document, "createOrReplace");
      return;
    case "sanity.action.document.version.unpublish":
      return unpublishVersion(transaction, action);
    case "sanity.action.document.version.discard":
      return discard(transaction, action.versionId);
    case "sanity.action.document.replaceDraft":
      return replaceDraft(transaction, action);
  }
}

function createDraft(transaction: PendingTransaction, action: ActionOf<"create">): void {
  const { attributes, publishedId, ifExists } = action;
  const stub = { ...attributes, _id: attributes._id ?? draftIdOf(publishedId) };
  if (publishedIdOf(stub._id) !== publishedIdOf(publishedId)) {
    throw mutationConflict(
      "invalidActionError",
      `"${stub._id}" is not a draft of "${publishedId}"`,
    );
  }
  requireOpenRelease(transaction, stub._id);
  createDocument(transaction, stub, ifExists === "fail" ? "create" : "createIfNotExists");
}

function editDraft(transaction: PendingTransaction, action: ActionOf<"edit">): void {
  const { draftId, publishedId, patch } = action;
  requireOpenRelease(transaction, draftId);
  if (!transaction.read(draftId)) {
    const published = required(transaction, publishedId);
    createDocument(transaction, { ...published, _id: draftId }, "createIfNotExists");
  }
  patchDocument(transaction, draftId, patch);
}

function publish(transaction: PendingTransaction, action: ActionOf<"publish">): void {
  const { draftId, publishedId, ifDraftRevisionId, ifPublishedRevisionId } = action;
  const draft = required(transaction, draftId);
  checkRevision(draftId, draft, ifDraftRevisionId);
  checkRevision(publishedId, transaction.read(publishedId), ifPublishedRevisionId);
  createDocument(
    transaction,
    { ...strengthenReferences(draft), _type: draft._type, _id: publishedId },
    "createOrReplace",
  );
  deleteDocument(transaction, draftId);
}

function unpublish(transaction: PendingTransaction, action: ActionOf<"unpublish">): void {
  const published = required(transaction, action.publishedId);
  createDocument(transaction, { ...published, _id: action.draftId }, "createIfNotExists");
  deleteDocument(transaction, action.publishedId);
}

function deleteGroup(transaction: PendingTransaction, action: ActionOf<"delete">): void {
  const { publishedId, includeDrafts } = action;
  required(transaction, publishedId);
  const draftId = draftIdOf(publishedId);
  if (transaction.read(draftId) && !includeDrafts.includes(draftId)) {
    throw mutationConflict(
      "draftNotIncludedError",
      `"${publishedId}" has a draft that "includeDrafts" does not name`,
    );
  }
  for (const id of [publishedId, ...includeDrafts]) deleteDocument(transaction, id);
}

function discard(transaction: PendingTransaction, id: string): void {
  requireOpenRelease(transaction, id);
  required(transaction, id);
  deleteDocument(transaction, id);
}

function replaceDraft(transaction: PendingTransaction, action: ActionOf<"replaceDraft">): void {
  const draftId = draftIdOf(action.publishedId);
  if (!transaction.read(draftId)) required(transaction, action.publishedId);
  createDocument(transaction, { ...action.attributes, _id: draftId }, "createOrReplace");
}

function createVersion(transaction: PendingTransaction, action: ActionOf<"version.create">): void {
  const { publishedId, versionId = action.document?._id, baseId, ifBaseRevisionId } = action;
  if (versionId === undefined) throw malformed('A version needs a "document" or a "versionId"');
  requireVersion(transaction, versionId, publishedId);
  if (action.document) {
    createDocument(transaction, { ...action.document, _id: versionId }, "create");
    return;
  }
  const base = required(transaction, baseId ?? publishedId);
  checkRevision(base._id, base, ifBaseRevisionId);
  createDocument(transaction, { ...base, _id: versionId }, "create");
}

/** Marks a version in a Sanity release. The document goes offline when the release is published. */
function unpublishVersion(
  transaction: PendingTransaction,
  { versionId, publishedId }: ActionOf<"version.unpublish">,
): void {
  requireVersion(transaction, versionId, publishedId);
  const published = required(transaction, publishedId);
  createDocument(
    transaction,
    { ...published, _id: versionId, _system: { delete: true } },
    "createOrReplace",
  );
}

function requireVersion(
  transaction: PendingTransaction,
  id: string,
  publishedId = publishedIdOf(id),
): void {
  if (releaseOf(id) === undefined || publishedIdOf(id) !== publishedId) {
    throw mutationConflict("invalidActionError", `"${id}" is not a version of "${publishedId}"`);
  }
  requireOpenRelease(transaction, id);
}

function required(transaction: PendingTransaction, id: string): StoredDocument {
  const document = transaction.read(id);
  if (document) return document;
  throw mutationConflict("documentNotFoundError", `The document with the ID "${id}" was not found`);
}

function checkRevision(
  id: string,
  document: StoredDocument | undefined,
  expected: string | undefined,
): void {
  if (expected !== undefined && document?._rev !== expected) {
    throw revisionConflict(id, expected, document?._rev);
  }
}
