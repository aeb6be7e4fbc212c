import { createClient } from "@supabase/supabase-js";
import type { FullStack } from "../stacks/full-stack.ts";
import { createSession } from "./stored-sessions.ts";

/** Calls a database function as the demo member of staff and returns its result. */
export async function callAsStaff(
  stack: FullStack,
  name: string,
  args: Record<string, unknown>,
  /** Account of another member of staff. */
  account: { email: string; password: string } = stack.supabase.accounts.staff,
): Promise<unknown> {
  const { access_token } = await createSession(stack, account);
  const { url, publishableKey } = stack.supabase;
  const client = createClient(url, publishableKey, { accessToken: async () => access_token });
  const reply = await client.rpc(name, args);
  if (reply.error) throw new Error(`${name}: ${reply.error.message}`);
  return reply.data;
}
