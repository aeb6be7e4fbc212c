import { z } from "zod";

/** A document as it is stored: a JSON object with the attributes every document has. */
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

/** True for JSON objects, which excludes null and arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const DRAFT_PREFIX = "drafts.";
const VERSION_PREFIX = /^versions\.([^.]+)\./;

/** Ids that Content Lake accepts: up to 128 letters, digits, dots, hyphens and underscores. */
export const DOCUMENT_ID = /^(?![-.])(?!.*\.\.)[a-zA-Z0-9._-]{1,128}(?<!\.)$/;

export function draftIdOf(id: string): string {
  return DRAFT_PREFIX + publishedIdOf(id);
}

/** The id that a draft, a version and the published document have in common. */
export function publishedIdOf(id: string): string {
  return id.startsWith(DRAFT_PREFIX)
    ? id.slice(DRAFT_PREFIX.length)
    : id.replace(VERSION_PREFIX, "");
}

export function isDraftId(id: string): boolean {
  return id.startsWith(DRAFT_PREFIX);
}

/** The release a version belongs to; `undefined` for drafts and published documents. */
export function releaseOf(id: string): string | undefined {
  return VERSION_PREFIX.exec(id)?.[1];
}

export function isPublishedId(id: string): boolean {
  return publishedIdOf(id) === id;
}

/** Ids with a dot are private in Content Lake: drafts, versions and everything under a path. */
export function isPublicId(id: string): boolean {
  return !id.includes(".");
}

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
