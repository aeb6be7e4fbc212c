/** Content that a page needs could not be had; it was logged where it was noticed. */
export class ContentFailure extends Error {
  override name = "ContentFailure";
  /** Document ids, or type and parameters. */
  readonly document: string;

  constructor(document: string, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.document = document;
  }
}

/** The content API answered, and what it answered lacks a document that must exist. */
export class MissingDocument extends ContentFailure {
  override name = "MissingDocument";

  constructor(document: string) {
    super(document, `The document is not published: ${document}`);
  }
}

const BY_ID = /_id == "(\w+)"/g;
const BY_TYPE = /_type == "([\w.]+)"/;

/**
 * What a query is about, for people who look for the cause of a failure: the ids of its
 * singletons, else its first type with the query's parameters, as `product pix-payser`.
 */
export function documentsOfQuery(query: string, params: Readonly<Record<string, string>>): string {
  const ids = new Set([...query.matchAll(BY_ID)].map(([, id]) => id));
  if (ids.size > 0) return [...ids].join(", ");
  return [BY_TYPE.exec(query)?.[1] ?? "unknown", ...Object.values(params)].join(" ");
}
