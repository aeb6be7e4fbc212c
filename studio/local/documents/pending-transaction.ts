import type { StoredDocument } from "./document.ts";
import type { Change, RecordedMutation, Transaction } from "./transaction.ts";

/** A transaction being built: reads see its own writes, the store sees nothing until commit. */
export interface PendingTransaction {
  readonly id: string;
  readonly timestamp: string;
  read(id: string): StoredDocument | undefined;
  /** All documents as they would be after this transaction. */
  readAll(): StoredDocument[];
  write(id: string, after: StoredDocument | undefined, mutation: RecordedMutation): void;
  finish(author: string): Transaction;
}

/** Starts a transaction on top of the given documents. */
export function beginTransaction(
  documents: ReadonlyMap<string, StoredDocument>,
  id: string,
  timestamp = new Date().toISOString(),
): PendingTransaction {
  const changes = new Map<string, Change>();
  const read = (documentId: string) => {
    const change = changes.get(documentId);
    return change ? change.after : documents.get(documentId);
  };
  return {
    id,
    timestamp,
    read,
    readAll() {
      const merged = new Map(documents);
      for (const { documentId, after } of changes.values()) {
        if (after) merged.set(documentId, after);
        else merged.delete(documentId);
      }
      return [...merged.values()];
    },
    write(documentId, after, mutation) {
      const change = changes.get(documentId);
      if (change) {
        change.after = after;
        change.mutations.push(mutation);
      } else {
        const before = documents.get(documentId);
        changes.set(documentId, { documentId, before, after, mutations: [mutation] });
      }
    },
    finish: (author) => ({
      id,
      author,
      timestamp,
      // Created and deleted within the same transaction: nobody ever saw it.
      changes: [...changes.values()].filter(({ before, after }) => before ?? after),
    }),
  };
}
