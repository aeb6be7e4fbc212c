import type { PostgrestSingleResponse, Session } from "@supabase/supabase-js";
import { FormFailure } from "../ui/form/form-failure.ts";
import type { Client } from "./connect-supabase.ts";

/** Returns the data in a response of the data API. @throws DataFailure */
export function readReply<Data>(reply: PostgrestSingleResponse<Data>): Data {
  if (reply.error) {
    const { code, message, details } = reply.error;
    throw new DataFailure(reasonOf(reply.status, code), message, details);
  }
  return reply.data;
}

function reasonOf(status: number, code: string): DataFailureReason {
  if (status === 401) return "session-ended";
  return sentenceCodes[code] ?? (status === 403 ? "forbidden" : "unavailable");
}

/**
 * SQLSTATEs that our SQL raises with a Portuguese sentence for the person. An error of PostgreSQL or PostgREST has
 * another code, also when its HTTP status is the same, and an English message.
 */
const sentenceCodes: Readonly<Record<string, DataFailureReason>> = {
  // The sentence names the missing right and the colleagues who have it (private.right_refusal).
  PT403: "no-right",
  PT404: "missing",
  PT409: "refused",
  PT422: "refused",
  PT429: "refused",
};
const withSentence: readonly DataFailureReason[] = Object.values(sentenceCodes);

/** Reason of a failure. The person's next step depends on the reason. */
type DataFailureReason =
  | "session-ended"
  | "forbidden"
  | "no-right"
  | "missing"
  | "refused"
  | "unavailable";

/** Failure of the data API, of the file storage or of the sign-in. */
export class DataFailure extends FormFailure {
  readonly reason: DataFailureReason;

  /**
   * @param message Error message of the server. When the server refused the call, a Portuguese sentence for the person.
   * @param field Form field or column that the refusal is about (`private.reject` in SQL).
   */
  constructor(reason: DataFailureReason, message = "", field?: string | null) {
    const isSentence = withSentence.includes(reason);
    super(message, {
      sentence: isSentence ? message : "",
      fields: isSentence && field ? { [field]: message } : {},
      isMissing: reason === "missing",
    });
    this.name = "DataFailure";
    this.reason = reason;
  }
}

/** Returns the session, renewed if it is about to expire. @throws DataFailure `session-ended` or `unavailable` */
export async function requireSession(client: Client): Promise<Session> {
  const { data, error } = await client.auth.getSession();
  if (data.session) return data.session;
  // This error means that the network or the server is down. The stored session may still be valid.
  const undecided = error?.name === "AuthRetryableFetchError";
  throw new DataFailure(undecided ? "unavailable" : "session-ended", error?.message);
}
