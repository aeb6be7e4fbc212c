import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import type { Backend } from "../backend-context.tsx";
import { CallFailure, callFunction, noAnswer } from "../call-function.ts";
import type { Client } from "../connect-supabase.ts";
import { DataFailure, readReply, requireSession } from "../data-failure.ts";
import { staffClient } from "./staff-session.ts";

/** Calls the data API as staff. When the session has ended, removes it from this browser. @throws DataFailure */
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

/** Ends the session in this browser if the database has ended it, by age, idleness or a colleague. @throws DataFailure */
export async function requireLiveSession(backend: Backend | null): Promise<void> {
  const isLive = await askAsStaff(backend, (client) => client.rpc("has_live_session"));
  if (isLive || !backend) return;
  await drop(await staffClient(backend));
  throw new DataFailure("session-ended");
}

/**
 * Calls an edge function as staff. When the function refuses the session, removes the session from this browser.
 * @throws CallFailure
 */
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
