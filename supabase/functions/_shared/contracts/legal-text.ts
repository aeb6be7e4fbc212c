type Fields = Readonly<{ [field: string]: unknown }>;

/** Fields that contain the text of a legal document. The document's other fields are labels. */
const textFields = ["title", "intro", "issuer", "clauses"] as const;

/** Fields inside a clause or paragraph that contain no text for readers. */
const unread = new Set(["_key", "_ref", "_weak", "anchor", "href", "markDefs", "topic"]);
const emphasis = new Set(["strong", "em"]);

/** Returns the text of a legal document, without labels and Sanity's own fields. */
export function legalTextOf(document: Fields): Fields {
  return Object.fromEntries(
    textFields.flatMap((name) => (isSaid(document[name]) ? [[name, document[name]]] : [])),
  );
}

/** Compares two legal texts by words, order and emphasis. Ignores keys, link targets and repeated spaces. */
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

/** Removes link marks, which are keys of link definitions. Keeps marks of emphasis. */
function emphasisOf(marks: unknown): unknown {
  return Array.isArray(marks) ? marks.filter((mark) => emphasis.has(String(mark))).toSorted() : [];
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Returns the path of the page that shows one version of the terms, even after a newer version replaced it. */
export function termsVersionPath(version: string): string {
  return `/termos/versoes/${version}`;
}

/** Version of the terms and the time at which it was created (ISO 8601). Lists begin with the newest version. */
export type TermsVersion = { version: string; madeAt: string };

/** Time for which people may still accept a replaced version, because a form may stay open overnight. */
const graceMilliseconds = 24 * 60 * 60 * 1000;

/** Tells whether a form that is sent now may have shown the person this version of the terms. */
export function isAcceptable(
  versions: readonly TermsVersion[],
  version: string,
  now: number,
): boolean {
  const index = versions.findIndex((one) => one.version === version);
  const newer = versions[index - 1];
  return index === 0 || (newer !== undefined && now - Date.parse(newer.madeAt) < graceMilliseconds);
}
