import type {
  FailureCode,
  FailureReply,
} from "../../supabase/functions/_shared/contracts/reply.ts";

/** Why a function did not do what it was asked. */
export class CallFailure extends Error {
  readonly code: FailureCode;
  /** Messages by field name, to be shown under the inputs. */
  readonly fields: Readonly<Record<string, string>>;

  /** `message` is Portuguese and fit to be shown, or empty when no usable answer came. */
  constructor({ code, message, fields = {} }: FailureReply["error"], options?: { cause: unknown }) {
    super(message, options);
    this.name = "CallFailure";
    this.code = code;
    this.fields = fields;
  }
}

/** No backend, no network, or something in between that answered in its place; `cause` says which. */
export function noAnswer(cause?: unknown): CallFailure {
  return new CallFailure({ code: "unavailable", message: "" }, { cause });
}
