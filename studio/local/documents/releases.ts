import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError, malformed } from "../http/api-error.ts";
import { localAdministrator } from "../local-accounts.ts";
import type { Store } from "../store.ts";
import { type StoredDocument, publishedIdOf, releaseOf } from "./document.ts";
import { documentAt } from "./history.ts";
import { deleteDocument } from "./mutations.ts";
import { patchDocument, patchOperationsSchema } from "./patches.ts";
import {
  type PendingTransaction,
  beginTransaction,
  createDocument,
} from "./pending-transaction.ts";
import { checkReferences, strengthenReferences } from "./references.ts";
import {
  type Release,
  isReleaseId,
  releaseIdOf,
  releaseSchema,
  requireRelease,
} from "./release.ts";

const releaseId = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

/** Zod schema of the supported actions on Sanity releases, in the format of @sanity/client. */
export const releaseActionSchema = z.discriminatedUnion("actionType", [
  z.object({
    actionType: z.literal("sanity.action.release.create"),
    releaseId,
    metadata: z.looseObject({}).default({}),
  }),
  z.object({
    actionType: z.literal("sanity.action.release.edit"),
    releaseId,
    patch: patchOperationsSchema,
  }),
  z.object({
    actionType: z.literal("sanity.action.release.schedule"),
    releaseId,
    publishAt: z.iso.datetime({ offset: true }),
  }),
  z.object({ actionType: z.literal("sanity.action.release.unschedule"), releaseId }),
  z.object({ actionType: z.literal("sanity.action.release.publish"), releaseId }),
  z.object({ actionType: z.literal("sanity.action.release.archive"), releaseId }),
  z.object({ actionType: z.literal("sanity.action.release.unarchive"), releaseId }),
  z.object({ actionType: z.literal("sanity.action.release.delete"), releaseId }),
]);

export const imitatedReleaseActions = releaseActionSchema.options.map(
  (option) => option.shape.actionType.value,
);

type ReleaseAction = z.infer<typeof releaseActionSchema>;

/** Applies an action on a Sanity release. Throws 409 when the release is in the wrong state. */
export function applyReleaseAction(
  transaction: PendingTransaction,
  action: ReleaseAction,
  store: Store,
): void {
  const name = action.releaseId;
  switch (action.actionType) {
    case "sanity.action.release.create":
      createDocument(
        transaction,
        {
          _id: releaseIdOf(name),
          _type: "system.release",
          name,
          state: "active",
          metadata: { releaseType: "undecided", ...action.metadata },
        },
        "create",
      );
      return;
    case "sanity.action.release.edit":
      return editRelease(transaction, name, action.patch);
    case "sanity.action.release.schedule":
      requireRelease(transaction, name, ["active"]);
      return change(transaction, name, { state: "scheduled", publishAt: action.publishAt });
    case "sanity.action.release.unschedule":
      requireRelease(transaction, name, ["scheduled"]);
      return change(transaction, name, { state: "active" }, ["publishAt"]);
    case "sanity.action.release.publish":
      requireRelease(transaction, name, ["active"]);
      return publishRelease(transaction, name);
    case "sanity.action.release.archive":
      requireRelease(transaction, name, ["active"]);
      return change(transaction, name, { state: "archived", ...close(transaction, name) });
    case "sanity.action.release.unarchive":
      return unarchive(transaction, requireRelease(transaction, name, ["archived"]), store);
    case "sanity.action.release.delete":
      requireRelease(transaction, name, ["archived", "published"]);
      for (const { _id: id } of versionsOf(transaction, name)) deleteDocument(transaction, id);
      deleteDocument(transaction, releaseIdOf(name));
  }
}

/** Publishes every version of a Sanity release. A version marked for unpublishing takes its document offline. */
function publishRelease(transaction: PendingTransaction, name: string): void {
  for (const version of versionsOf(transaction, name)) {
    const id = publishedIdOf(version._id);
    const { _system: marks, ...content } = strengthenReferences(version);
    const published = { ...content, _type: version._type, _id: id };
    if (unpublishingSchema.safeParse(marks).success) deleteDocument(transaction, id);
    else createDocument(transaction, published, "createOrReplace");
  }
  const publishedAt = transaction.timestamp;
  change(transaction, name, { state: "published", publishedAt, ...close(transaction, name) });
}

const unpublishingSchema = z.looseObject({ delete: z.literal(true) });

function editRelease(
  transaction: PendingTransaction,
  name: string,
  patch: z.infer<typeof patchOperationsSchema>,
): void {
  const before = requireRelease(transaction, name, ["active", "scheduled"]);
  const after = releaseSchema.parse(patchDocument(transaction, releaseIdOf(name), patch));
  if (after.state !== before.state || after.name !== before.name) {
    throw malformed("The state and the name of a release are not edited");
  }
}

/** Deletes all versions of a Sanity release and returns their ids. The versions stay in the history. */
function close(transaction: PendingTransaction, name: string) {
  const versions = versionsOf(transaction, name);
  for (const { _id: id } of versions) deleteDocument(transaction, id);
  return { finalDocumentStates: versions.map(({ _id: id }) => ({ _key: publishedIdOf(id), id })) };
}

function unarchive(transaction: PendingTransaction, release: Release, store: Store): void {
  for (const { id } of release.finalDocumentStates ?? []) {
    const version = documentAt(store, id, store.sequence, { existing: true });
    if (version) createDocument(transaction, version, "createIfNotExists");
  }
  change(transaction, release.name, { state: "active" }, ["finalDocumentStates"]);
}

function versionsOf(transaction: PendingTransaction, name: string): StoredDocument[] {
  return transaction
    .readAll()
    .filter(({ _id: id }) => releaseOf(id) === name)
    .toSorted((left, right) => (left._id < right._id ? -1 : 1));
}

function change(
  transaction: PendingTransaction,
  name: string,
  set: Record<string, unknown>,
  unset: string[] = [],
): void {
  patchDocument(transaction, releaseIdOf(name), { set, unset: ["error", ...unset] });
}

/** Maximum delay of a Node.js timer in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Publishes each scheduled Sanity release at its time. Overdue releases are published at once. */
export function publishOnTime(store: Store): () => void {
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    clearTimeout(timer);
    const [next] = scheduledReleases(store);
    if (!next) return;
    const wait = Math.min(Math.max(next.time - Date.now(), 0), LONGEST_WAIT);
    timer = setTimeout(() => {
      if (next.time <= Date.now()) publish(store, next.name);
      plan();
    }, wait).unref();
  };
  plan();
  const unsubscribe = store.subscribe(({ changes }) => {
    if (changes.some(({ documentId }) => isReleaseId(documentId))) plan();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function scheduledReleases(store: Store): { name: string; time: number }[] {
  return [...store.documents.values()]
    .flatMap((document) => {
      if (document._type !== "system.release") return [];
      const { name, state, publishAt } = releaseSchema.parse(document);
      return state === "scheduled" && publishAt ? [{ name, time: Date.parse(publishAt) }] : [];
    })
    .toSorted((left, right) => left.time - right.time);
}

/** Publishes a Sanity release. When publishing fails, reopens the release and stores the reason. */
function publish(store: Store, name: string): void {
  const pending = beginTransaction(store.documents, randomUUID());
  try {
    publishRelease(pending, name);
    const transaction = pending.finish(localAdministrator.id);
    checkReferences(pending, transaction);
    store.commit(transaction);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const report = beginTransaction(store.documents, randomUUID());
    patchDocument(report, releaseIdOf(name), {
      set: { state: "active", error: { message: error.message } },
      unset: ["publishAt"],
    });
    store.commit(report.finish(localAdministrator.id));
  }
}
