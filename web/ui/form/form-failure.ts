interface FailureParts {
  /** Error message in Portuguese; empty when the server sent none. */
  sentence: string;
  fields?: Readonly<Record<string, string>>;
  isMissing?: boolean;
  cause?: unknown;
}

/** Error of a call to the server, with messages that a form may show. */
export class FormFailure extends Error {
  readonly sentence: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly isMissing: boolean;

  constructor(message: string, { sentence, fields = {}, isMissing = false, cause }: FailureParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FormFailure";
    this.sentence = sentence;
    this.fields = fields;
    this.isMissing = isMissing;
  }
}

/** Returns the Portuguese message of a `FormFailure`; empty for other errors. */
export function sentenceOf(error: unknown): string {
  return error instanceof FormFailure ? error.sentence : "";
}
