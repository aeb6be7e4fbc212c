/** Failure to read content that a page needs. The failure has already been logged. */
export class ContentFailure extends Error {
  override name = "ContentFailure";
  /** Ids of the documents that could not be read, or else the document type and the query's parameters. */
  readonly document: string;

  constructor(document: string, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.document = document;
  }
}

/** Failure because a document that must exist is not published. */
export class MissingDocument extends ContentFailure {
  override name = "MissingDocument";

  constructor(document: string) {
    super(document, `The document is not published: ${document}`);
  }
}

const BY_ID = /_id == "(\w+)"/g;
const BY_TYPE = /_type == "([\w.]+)"/;

/** Describes a query's documents for the log: ids of singletons, else type and parameters (`product pix-payser`). */
export function documentsOfQuery(query: string, params: Readonly<Record<string, string>>): string {
  const ids = new Set([...query.matchAll(BY_ID)].map(([, id]) => id));
  if (ids.size > 0) return [...ids].join(", ");
  return [BY_TYPE.exec(query)?.[1] ?? "unknown", ...Object.values(params)].join(" ");
}
