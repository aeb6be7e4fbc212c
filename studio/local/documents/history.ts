import { z } from "zod";
import type { Store } from "../store.ts";
import {
  type Change,
  type CommittedTransaction,
  type StoredDocument,
  storedDocumentSchema,
} from "./document.ts";

const PREVIOUS = `(
  select earlier.result from changes earlier
  where earlier.document_id = changes.document_id and earlier.sequence < changes.sequence
  order by earlier.sequence desc limit 1
)`;

const rowSchema = z.object({
  sequence: z.number(),
  id: z.string(),
  author: z.string(),
  timestamp: z.string(),
  document_id: z.string(),
  previous: z.string().nullable(),
  result: z.string().nullable(),
  mutations: z.string(),
});

const mutationsSchema = z.array(z.record(z.string(), z.unknown()));

export interface TransactionRange {
  /** Ids of documents. Only transactions that changed one of these documents are returned; all when absent. */
  documentIds?: readonly string[];
  /** Number of the first transaction to return; `to` is the number of the last one. */
  from?: number;
  to?: number;
  newestFirst?: boolean;
  limit: number;
}

/** Returns past transactions with their changes. By default, the oldest transaction comes first. */
export function readTransactions(store: Store, range: TransactionRange): CommittedTransaction[] {
  const { documentIds, from = 0, to = store.sequence, newestFirst = false, limit } = range;
  const order = newestFirst ? "desc" : "asc";
  const filter = documentIds ? `document_id in (${documentIds.map(() => "?").join()}) and` : "";
  const rows = store.database
    .prepare(
      `select changes.sequence, id, author, timestamp, document_id, result, mutations,
         ${PREVIOUS} as previous
       from changes join transactions using (sequence)
       where ${filter} sequence in (
         select distinct sequence from changes
         where ${filter} sequence between ? and ?
         order by sequence ${order} limit ?
       )
       order by changes.sequence ${order}, document_id`,
    )
    .all(...(documentIds ?? []), ...(documentIds ?? []), from, to, limit);
  return groupBySequence(z.array(rowSchema).parse(rows));
}

/** Maximum number of missed transactions to send. A client that missed more transactions reads everything again. */
const REPLAY_LIMIT = 500;

/** Returns the transactions after a given number; undefined when there are too many transactions to send again. */
export function transactionsSince(
  store: Store,
  sequence: number,
): CommittedTransaction[] | undefined {
  if (store.sequence - sequence > REPLAY_LIMIT) return undefined;
  return readTransactions(store, { from: sequence + 1, limit: REPLAY_LIMIT });
}

/** Returns the sequence number of a transaction, or undefined for an unknown id. */
export function sequenceOf(store: Store, transactionId: string): number | undefined {
  const row = store.database
    .prepare("select sequence from transactions where id = ?")
    .get(transactionId);
  return row ? Number(row["sequence"]) : undefined;
}

/** Returns the number of the last transaction at or before a time (ISO 8601); 0 when there was none. */
export function sequenceAt(store: Store, time: string): number {
  const row = store.database
    .prepare("select max(sequence) as last from transactions where timestamp <= ?")
    .get(new Date(time).toISOString());
  return Number(row?.["last"] ?? 0);
}

/** Returns a document's state after a transaction. With `existing`, a deleted document's last state is returned. */
export function documentAt(
  store: Store,
  id: string,
  sequence: number,
  { existing = false } = {},
): StoredDocument | undefined {
  const row = store.database
    .prepare(
      `select result from changes where document_id = ? and sequence <= ?
       ${existing ? "and result is not null" : ""} order by sequence desc limit 1`,
    )
    .get(id, sequence);
  return parseDocument(row?.["result"] ?? null);
}

function groupBySequence(rows: z.infer<typeof rowSchema>[]): CommittedTransaction[] {
  const transactions = new Map<number, CommittedTransaction>();
  for (const { sequence, id, author, timestamp, ...row } of rows) {
    const transaction = transactions.get(sequence) ?? {
      sequence,
      id,
      author,
      timestamp,
      changes: [],
    };
    const change: Change = {
      documentId: row.document_id,
      before: parseDocument(row.previous),
      after: parseDocument(row.result),
      mutations: mutationsSchema.parse(JSON.parse(row.mutations)),
    };
    transaction.changes.push(change);
    transactions.set(sequence, transaction);
  }
  return [...transactions.values()];
}

function parseDocument(body: unknown): StoredDocument | undefined {
  return typeof body === "string" ? storedDocumentSchema.parse(JSON.parse(body)) : undefined;
}

export interface ListenerOptions {
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  withEffects: boolean;
  visibility: string;
}

/**
 * Returns a change in Mendoza, Sanity's format for differences between JSON values. Opcode 0 replaces the whole
 * document, so no difference is computed.
 */
export function effectsOf(before: StoredDocument | undefined, after: StoredDocument | undefined) {
  return { apply: [0, after ?? null], revert: [0, before ?? null] };
}

/**
 * Returns the events that a transaction causes for a listener. @param matches filter of the
 * listener; a document that matched only before the change gives the event "disappear"
 */
export function mutationEvents(
  transaction: CommittedTransaction,
  matches: (document: StoredDocument) => boolean,
  options: ListenerOptions,
) {
  const seen = transaction.changes.flatMap((change) => {
    const transition = transitionOf(change, matches);
    return transition ? [{ change, transition }] : [];
  });
  return seen.map(({ change, transition }, index) => ({
    eventId: `${transaction.id}#${change.documentId}`,
    documentId: change.documentId,
    transactionId: transaction.id,
    transition,
    identity: transaction.author,
    timestamp: transaction.timestamp,
    visibility: options.visibility,
    transactionTotalEvents: seen.length,
    transactionCurrentEvent: index + 1,
    mutations: options.includeMutations ? change.mutations : [],
    ...(change.before && { previousRev: change.before._rev }),
    resultRev: transaction.id,
    ...(options.withEffects && { effects: effectsOf(change.before, change.after) }),
    ...(options.includeResult && change.after && { result: change.after }),
    ...(options.includePreviousRevision && { previous: change.before ?? null }),
  }));
}

function transitionOf({ before, after }: Change, matches: (document: StoredDocument) => boolean) {
  const was = before !== undefined && matches(before);
  const is = after !== undefined && matches(after);
  if (was) return is ? "update" : "disappear";
  return is ? "appear" : undefined;
}
