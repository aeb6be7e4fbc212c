import { connectAsOwner } from "./connect-as-owner.ts";
import { ownSupabase, workerSupabase } from "./worker-supabase.ts";

/** Returns the Supabase of the test worker, with the personas and no other rows. */
export async function testStack() {
  const stack = await workerSupabase();
  const personas = await stack.beginWithPersonas();
  const sql = connectAsOwner(stack.databaseUrl);
  return { ...stack, sql, personas, close: () => sql.end({ timeout: 2 }) };
}

/** Starts a Supabase for a test file that stops parts of it. The Supabase has the personas and no edge functions. */
export async function ownTestStack() {
  const stack = await ownSupabase({ functionsDirectory: null });
  const personas = await stack.beginWithPersonas();
  const sql = connectAsOwner(stack.databaseUrl);
  return {
    ...stack,
    sql,
    personas,
    async close() {
      await sql.end({ timeout: 2 });
      await stack.close();
    },
  };
}

export type TestStack = Awaited<ReturnType<typeof testStack>>;
