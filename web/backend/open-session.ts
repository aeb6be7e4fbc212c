import { sessionSchema } from "../../supabase/functions/_shared/contracts/session.ts";
import type { Backend } from "./backend.ts";
import { noAnswer } from "./call-failure.ts";
import { callFunction } from "./call-function.ts";
import type { Client } from "./connect-supabase.ts";
import { deviceToken } from "./device-token.ts";

interface Door {
  /** The function that judges the password. */
  name: string;
  body: object;
  accessToken?: string;
}

/**
 * Has a function judge a password, and enters the session that it gives.
 * @throws CallFailure, or what the client says when the session cannot be entered.
 */
export async function openSession(
  backend: Backend | null,
  { name, body, accessToken }: Door,
  connect: (backend: Backend) => Promise<Client>,
): Promise<void> {
  if (!backend) throw noAnswer();
  const device = deviceToken.read();
  const session = await callFunction(backend, {
    name,
    body: { ...body, device },
    data: sessionSchema,
    ...(accessToken && { accessToken }),
  });
  const client = await connect(backend);
  const { error } = await client.auth.setSession(session);
  if (error) throw error;
  deviceToken.keep(device);
}
