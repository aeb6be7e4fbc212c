import type { PostgrestSingleResponse, Session } from "@supabase/supabase-js";
import { FormFailure } from "../ui/form/form-failure.ts";
import type { Client } from "./connect-supabase.ts";

/** Returns the data in a response of the data API. @throws DataFailure */
export function readReply<Data>(reply: PostgrestSingleResponse<Data>): Data {
  if (reply.error) {
    // PT404 means that our SQL found no row. A PGRST code with status 404 means that the SQL function does not exist.
    const isNotThere = reply.status === 404 && !reply.error.code.startsWith("PGRST");
    const reason = isNotThere ? "missing" : reasonOf(reply.status);
    throw new DataFailure(reason, reply.error.message, reply.error.details);
  }
  return reply.data;
}

function reasonOf(status: number): DataFailureReason {
  if (status === 401) return "session-ended";
  // Our SQL raises PT409 and PT422 with a Portuguese sentence that people can read.
  if (status === 409 || status === 422) return "refused";
  return status === 403 ? "forbidden" : "unavailable";
}

/** Reason of a failure. The person's next step depends on the reason. */
type DataFailureReason = "session-ended" | "forbidden" | "missing" | "refused" | "unavailable";

/** Failure of the data API, of the file storage or of the sign-in. */
export class DataFailure extends FormFailure {
  readonly reason: DataFailureReason;

  /**
   * @param message Error message of the server. When the server refused the call, a Portuguese sentence for the person.
   * @param field Form field or column that the refusal is about (`private.reject` in SQL).
   */
  constructor(reason: DataFailureReason, message = "", field?: string | null) {
    const isSentence = reason === "refused";
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
