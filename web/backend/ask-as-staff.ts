import type { PostgrestSingleResponse, Session } from "@supabase/supabase-js";
import type { Backend } from "./backend-context.tsx";
import { CallFailure, callFunction, noAnswer } from "./call-function.ts";
import type { Client } from "./connect-supabase.ts";
import { staffClient } from "./staff-session.ts";

/**
 * Asks the data API as the signed-in member of staff. A session that the backend refuses is
 * dropped here, so that everything that watches it learns of it.
 * @throws DataFailure
 */
export async function askAsStaff<Data>(
  backend: Backend | null,
  ask: (client: Client) => PromiseLike<PostgrestSingleResponse<Data>>,
): Promise<Data> {
  if (!backend) throw new DataFailure("unavailable");
  const client = await staffClient(backend);
  try {
    await requireSession(client);
    return readReply(await ask(client));
  } catch (error) {
    if (error instanceof DataFailure && error.reason === "session-ended") await drop(client);
    throw error;
  }
}

/** Calls an edge function as the signed-in member of staff, with the same care. @throws CallFailure */
export async function callAsStaff<Data>(
  backend: Backend | null,
  call: Parameters<typeof callFunction<Data>>[1],
): Promise<Data> {
  if (!backend) throw noAnswer();
  const client = await staffClient(backend);
  const { data } = await client.auth.getSession();
  try {
    return await callFunction(
      backend,
      data.session ? { ...call, accessToken: data.session.access_token } : call,
    );
  } catch (error) {
    if (error instanceof CallFailure && error.code === "unauthorized") await drop(client);
    throw error;
  }
}

async function drop(client: Client): Promise<void> {
  await client.auth.signOut({ scope: "local" });
}

/** The data of a reply. @throws DataFailure */
export function readReply<Data>(reply: PostgrestSingleResponse<Data>): Data {
  if (reply.error) {
    // What SQL raises as PT404; of a function that is not there PostgREST's own code speaks.
    const isNotThere = reply.status === 404 && !reply.error.code.startsWith("PGRST");
    throw new DataFailure(isNotThere ? "missing" : reasonOf(reply.status), reply.error.message);
  }
  return reply.data;
}

function reasonOf(status: number): DataFailureReason {
  if (status === 401) return "session-ended";
  // What SQL raises as PT409 or PT422 is a sentence for whoever asked.
  if (status === 409 || status === 422) return "refused";
  return status === 403 ? "forbidden" : "unavailable";
}

/**
 * What to do about data that did not come: sign in again, ask for access, ask for something else, read
 * why not (the message says it in Portuguese), or try again.
 */
type DataFailureReason = "session-ended" | "forbidden" | "missing" | "refused" | "unavailable";

/** Whether what was asked for is not there. */
export function isMissing(error: Error | null): boolean {
  return error instanceof DataFailure && error.reason === "missing";
}

/** Why the data API, the files or the sign-in gave nothing. */
export class DataFailure extends Error {
  readonly reason: DataFailureReason;

  /** `message` is what the other side said; only some of it is fit to be shown. */
  constructor(reason: DataFailureReason, message = "") {
    super(message);
    this.name = "DataFailure";
    this.reason = reason;
  }
}

/**
 * The client's session, renewed when it was about to end.
 * @throws DataFailure `session-ended` when there is none, `unavailable` when nobody could say.
 */
export async function requireSession(client: Client): Promise<Session> {
  const { data, error } = await client.auth.getSession();
  if (data.session) return data.session;
  // No network or a broken server; the session rests in the browser and may still be good.
  const undecided = error?.name === "AuthRetryableFetchError";
  throw new DataFailure(undecided ? "unavailable" : "session-ended", error?.message);
}
