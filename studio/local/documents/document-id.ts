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
