import type { Session } from "@supabase/supabase-js";
import type { Client } from "./connect-supabase.ts";
import { DataFailure } from "./data-failure.ts";

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
