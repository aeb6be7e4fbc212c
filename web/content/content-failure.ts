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
