import { createClient } from "@supabase/supabase-js";
import type { FullStack } from "../stacks/full-stack.ts";

/** Calls a database function as the demo member of staff and returns its result. */
export async function callAsStaff(
  { supabase }: FullStack,
  name: string,
  args: Record<string, unknown>,
  /** Account of another member of staff. */
  account: { email: string; password: string } = supabase.accounts.staff,
): Promise<unknown> {
  const auth = { persistSession: false, autoRefreshToken: false };
  const client = createClient(supabase.url, supabase.publishableKey, { auth });
  const { error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  const reply = await client.rpc(name, args);
  if (reply.error) throw new Error(`${name}: ${reply.error.message}`);
  return reply.data;
}
