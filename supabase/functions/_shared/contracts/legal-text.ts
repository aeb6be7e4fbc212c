/** A document, or a part of its text. */
type Fields = Readonly<{ [field: string]: unknown }>;

/** The fields of a legal document that are its text; the rest are labels around it. */
const textFields = ["title", "intro", "issuer", "clauses"] as const;

/** What of a clause or a paragraph says nothing to who reads it, as long as it is read. */
const unread = new Set(["_key", "_ref", "_weak", "anchor", "href", "markDefs", "topic"]);
const emphasis = new Set(["strong", "em"]);

/** The text of a legal document, without its labels and without what Sanity adds. */
export function legalTextOf(document: Fields): Fields {
  return Object.fromEntries(
    textFields.flatMap((name) => (isSaid(document[name]) ? [[name, document[name]]] : [])),
  );
}

/**
 * Whether two legal documents say the same, in the same order and with the same emphasis. Keys, where
 * links lead and repeated spaces are no text.
 */
export function sameLegalText(one: Fields, other: Fields): boolean {
  return asRead(one) === asRead(other);
}

function asRead(document: Fields): string {
  return JSON.stringify(readable(legalTextOf(document)));
}

function readable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/\s+/g, " ").trim();
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, child]) => !unread.has(name) && isSaid(child))
      .map(([name, child]) => [name, name === "marks" ? emphasisOf(child) : readable(child)])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
}

/** A mark that is not emphasis is a link, by the key of its definition. */
function emphasisOf(marks: unknown): unknown {
  return Array.isArray(marks) ? marks.filter((mark) => emphasis.has(String(mark))).toSorted() : [];
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Where a version of the terms stays readable, whatever is in force. */
export function termsVersionPath(version: string): string {
  return `/termos/versoes/${version}`;
}

/** A version and when it was made (ISO 8601), newest first in a list. */
export type TermsVersion = { version: string; madeAt: string };

/** For how long after a newer one a version may still be accepted: a form stays open overnight. */
const graceMilliseconds = 24 * 60 * 60 * 1000;

/** Whether somebody can honestly have read this version just now. */
export function isAcceptable(
  versions: readonly TermsVersion[],
  version: string,
  now: number,
): boolean {
  const index = versions.findIndex((one) => one.version === version);
  const newer = versions[index - 1];
  return index === 0 || (newer !== undefined && now - Date.parse(newer.madeAt) < graceMilliseconds);
}
