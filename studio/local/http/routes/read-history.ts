import { z } from "zod";
import { malformed } from "../api-error.ts";
import {
  countParameter,
  idsParameter,
  isTrue,
  pathParameter,
  type Lake,
  type RequestContext,
  get,
} from "../endpoint.ts";
import {
  documentAt,
  effectsOf,
  readTransactions,
  sequenceAt,
  sequenceOf,
} from "../../documents/history.ts";
import { draftIdOf, isPublishedId, publishedIdOf, releaseOf } from "../../documents/document.ts";
import type { Store } from "../../store.ts";

const DEFAULT_TRANSACTIONS = 100;
const MAXIMUM_TRANSACTIONS = 1000;

/**
 * Sends transactions as JSON, one on each line. With `effectFormat=mendoza`, each line also contains the changes of
 * documents in Mendoza format.
 */
function getTransactions(context: RequestContext, { store }: Lake): Response {
  const ids = idsParameter(context);
  const from = context.req.query("fromTransaction");
  const to = context.req.query("toTransaction");
  const transactions = readTransactions(store, {
    documentIds: ids,
    ...(from && { from: knownSequence(sequenceOf(store, from), from) }),
    ...(to && { to: knownSequence(sequenceOf(store, to), to) }),
    newestFirst: isTrue(context, "reverse"),
    limit: Math.min(countParameter(context, "limit", DEFAULT_TRANSACTIONS), MAXIMUM_TRANSACTIONS),
  });
  const lines = transactions.map(({ id, timestamp, author, changes }) => {
    const effects = changes.map(({ documentId, before, after }) => [
      documentId,
      effectsOf(before, after),
    ]);
    return JSON.stringify({
      id,
      timestamp,
      author,
      documentIDs: changes.map(({ documentId }) => documentId),
      ...(!isTrue(context, "excludeMutations") && {
        mutations: isTrue(context, "excludeContent")
          ? []
          : changes.flatMap(({ mutations }) => mutations),
      }),
      ...(context.req.query("effectFormat") === "mendoza" && {
        effects: Object.fromEntries(effects),
      }),
    });
  });
  return context.body(lines.map((line) => `${line}\n`).join(""), 200, {
    "content-type": "application/x-ndjson",
  });
}

/** Sends documents in their state at a revision or at a time, or in their last state before deletion. */
function getRevision(context: RequestContext, { store }: Lake): Response {
  const { revision, time } = context.req.query();
  const existing = isTrue(context, "lastRevision");
  if (time !== undefined && Number.isNaN(Date.parse(time))) throw malformed('"time" is no date');
  const sequence = revision
    ? knownSequence(sequenceOf(store, revision), revision)
    : time
      ? sequenceAt(store, time)
      : store.sequence;
  const documents = idsParameter(context).flatMap(
    (id) => documentAt(store, id, sequence, { existing }) ?? [],
  );
  return context.json({ documents });
}

function getEvents(context: RequestContext, { store }: Lake): Response {
  const id = pathParameter(context, "id");
  const events = readHistoryEvents(store, id);
  const start = countParameter(context, "nextCursor", 0);
  const end = start + countParameter(context, "limit", DEFAULT_TRANSACTIONS);
  return context.json({
    events: { [id]: events.slice(start, end) },
    nextCursor: end < events.length ? String(end) : "",
  });
}

/** Returns the number of a transaction. Throws when the revision is unknown. */
function knownSequence(sequence: number | undefined, id: string): number {
  if (sequence === undefined) throw malformed(`No transaction has the ID "${id}"`);
  return sequence;
}

const rowSchema = z.object({
  sequence: z.number(),
  id: z.string(),
  author: z.string(),
  timestamp: z.string(),
  document_id: z.string(),
  previous_rev: z.string().nullable(),
  deleted: z.number(),
});

/** Row of the history that describes a change of a document, without the document's content. */
type Row = z.infer<typeof rowSchema>;

/** Returns the events that the Studio shows as the history of a document and its draft or version, newest first. */
function readHistoryEvents(store: Store, id: string) {
  const publishedId = publishedIdOf(id);
  const ownId = isPublishedId(id) ? draftIdOf(id) : id;
  const rows = store.database
    .prepare(
      `select sequence, id, author, timestamp, document_id, previous_rev, result is null as deleted
       from changes join transactions using (sequence)
       where document_id in (?, ?) or document_id glob ? order by sequence desc`,
    )
    .all(publishedId, ownId, `versions.*.${publishedId}`);
  const bySequence = Map.groupBy(z.array(rowSchema).parse(rows), ({ sequence }) => sequence);
  return [...bySequence.values()].flatMap((pair) => {
    const published = pair.find(({ document_id: documentId }) => documentId === publishedId);
    const released =
      published && pair.find((row) => row.deleted && releaseOf(row.document_id) !== undefined);
    const draft = released ?? pair.find(({ document_id: documentId }) => documentId === ownId);
    const attributes = eventOf(draft, published);
    const [first] = pair;
    if (!attributes || !first) return [];
    if (isPublishedId(id) && OF_DRAFTS.includes(attributes.type)) return [];
    const releaseId = draft && releaseOf(draft.document_id);
    return [
      {
        documentId: publishedId,
        timestamp: first.timestamp,
        author: first.author,
        ...(releaseId && { releaseId }),
        ...attributes,
      },
    ];
  });
}

/** Types of events that appear only in the history of a draft. */
const OF_DRAFTS = ["createDocumentVersion", "deleteDocumentVersion"];

type EventAttributes = { type: string } & Record<string, unknown>;

function eventOf(draft: Row | undefined, published: Row | undefined): EventAttributes | undefined {
  if (!published) return draft && draftEventOf(draft);
  const versionId = draft?.document_id;
  if (published.deleted) {
    return !draft || draft.deleted
      ? { type: "deleteDocumentGroup" }
      : { type: "unpublishDocument", versionId, versionRevisionId: published.id };
  }
  if (draft?.deleted) {
    return {
      type: "publishDocumentVersion",
      revisionId: published.id,
      versionId,
      // The Studio needs the last revision that the draft had before it was published.
      versionRevisionId: draft.previous_rev,
      publishCause: {
        type: releaseOf(draft.document_id) ? "release.publish" : "document.publish",
      },
    };
  }
  const type = published.previous_rev === null ? "createLiveDocument" : "updateLiveDocument";
  return { type, revisionId: published.id };
}

function draftEventOf(draft: Row): EventAttributes | undefined {
  const { document_id: versionId, previous_rev: before } = draft;
  if (draft.deleted) return { type: "deleteDocumentVersion", versionId, versionRevisionId: before };
  if (before !== null) return undefined;
  return { type: "createDocumentVersion", versionId, versionRevisionId: draft.id };
}

export const historyEndpoints = [
  get("/data/history/:dataset/transactions/:ids", "editor", getTransactions),
  get("/data/history/:dataset/documents/:ids", "editor", getRevision),
  get("/data/history/:dataset/events/documents/:id", "editor", getEvents),
];
