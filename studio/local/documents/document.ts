import { z } from "zod";

export interface StoredDocument {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [attribute: string]: unknown;
}

export const storedDocumentSchema: z.ZodType<StoredDocument> = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string(),
  _createdAt: z.string(),
  _updatedAt: z.string(),
});

/** Returns whether a value is a JSON object. Null and arrays are not. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const DRAFT_PREFIX = "drafts.";
const VERSION_PREFIX = /^versions\.([^.]+)\./;

/** Matches the ids that Content Lake accepts: up to 128 letters, digits, dots, hyphens and underscores. */
export const DOCUMENT_ID = /^(?![-.])(?!.*\.\.)[a-zA-Z0-9._-]{1,128}(?<!\.)$/;

export function draftIdOf(id: string): string {
  return DRAFT_PREFIX + publishedIdOf(id);
}

export function publishedIdOf(id: string): string {
  return id.startsWith(DRAFT_PREFIX)
    ? id.slice(DRAFT_PREFIX.length)
    : id.replace(VERSION_PREFIX, "");
}

export function isDraftId(id: string): boolean {
  return id.startsWith(DRAFT_PREFIX);
}

/** Returns the name of the Sanity release that a version belongs to; `undefined` for drafts and published documents. */
export function releaseOf(id: string): string | undefined {
  return VERSION_PREFIX.exec(id)?.[1];
}

export function isPublishedId(id: string): boolean {
  return publishedIdOf(id) === id;
}

/** Returns whether visitors may see a document. Ids with a dot are private, such as ids of drafts and versions. */
export function isPublicId(id: string): boolean {
  return !id.includes(".");
}

/** A mutation in the format that Content Lake sends to listeners, such as `{patch: …}` or `{create: …}`. */
export type RecordedMutation = Record<string, unknown>;

/** Change of a document in a transaction. A new document has no `before`, and a deleted document has no `after`. */
export interface Change {
  documentId: string;
  before: StoredDocument | undefined;
  after: StoredDocument | undefined;
  mutations: RecordedMutation[];
}

/** Changes that are stored and sent together. The transaction's id becomes the `_rev` of each document. */
export interface Transaction {
  id: string;
  author: string;
  timestamp: string;
  changes: Change[];
}

export interface CommittedTransaction extends Transaction {
  sequence: number;
}
