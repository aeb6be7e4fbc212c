import type { StoredDocument } from "./document.ts";
import type { Change, CommittedTransaction } from "./transaction.ts";

export interface ListenerOptions {
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  withEffects: boolean;
  visibility: string;
}

/** Mendoza opcode 0 replaces the whole value, so no difference has to be computed. */
export function effectsOf(before: StoredDocument | undefined, after: StoredDocument | undefined) {
  return { apply: [0, after ?? null], revert: [0, before ?? null] };
}

/**
 * The events of one transaction for one listener.
 * @param matches the listener's filter; a document that passes only before it disappears
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
