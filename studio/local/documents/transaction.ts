import type { StoredDocument } from "./document.ts";

/** One mutation in the form Content Lake reports it to listeners: `{patch: …}`, `{create: …}`. */
export type RecordedMutation = Record<string, unknown>;

/** What a transaction did to one document; `undefined` stands for a missing document. */
export interface Change {
  documentId: string;
  before: StoredDocument | undefined;
  after: StoredDocument | undefined;
  mutations: RecordedMutation[];
}

/** A set of changes that is stored and announced as one; its id is the new `_rev` of each. */
export interface Transaction {
  id: string;
  author: string;
  timestamp: string;
  changes: Change[];
}

/** A transaction after it reached the disk, with its place in the order of all transactions. */
export interface CommittedTransaction extends Transaction {
  sequence: number;
}
