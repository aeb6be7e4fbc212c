import { malformed } from "../api-error.ts";
import {
  countParameter,
  type Endpoint,
  idsParameter,
  isTrue,
  pathParameter,
  type RequestContext,
} from "../endpoint.ts";
import {
  documentAt,
  effectsOf,
  readTransactions,
  sequenceAt,
  sequenceOf,
} from "../../documents/history.ts";
import { readHistoryEvents } from "../../documents/history-events.ts";
import type { Lake } from "../../lake.ts";

const DEFAULT_TRANSACTIONS = 100;
const MAXIMUM_TRANSACTIONS = 1000;

/** Transactions as lines of JSON, with their effects when the caller asks for mendoza. */
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

/** Documents as they were at a revision, at a time, or when they last existed. */
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

/** An unknown revision has no place in the order: nothing can be found there. */
function knownSequence(sequence: number | undefined, id: string): number {
  if (sequence === undefined) throw malformed(`No transaction has the ID "${id}"`);
  return sequence;
}

export const historyEndpoints: Endpoint[] = [
  {
    method: "GET",
    path: "/data/history/:dataset/transactions/:ids",
    access: "editor",
    handle: getTransactions,
  },
  {
    method: "GET",
    path: "/data/history/:dataset/documents/:ids",
    access: "editor",
    handle: getRevision,
  },
  {
    method: "GET",
    path: "/data/history/:dataset/events/documents/:id",
    access: "editor",
    handle: getEvents,
  },
];
