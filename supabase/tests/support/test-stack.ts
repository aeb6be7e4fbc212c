import { connectAsOwner } from "./connect-as-owner.ts";
import { ownSupabase, workerSupabase } from "./worker-supabase.ts";

/** The worker's Supabase for one test file, with the personas and nothing else. */
export async function testStack() {
  const stack = await workerSupabase();
  const personas = await stack.beginWithPersonas();
  const sql = connectAsOwner(stack.databaseUrl);
  return { ...stack, sql, personas, close: () => sql.end({ timeout: 2 }) };
}

/** A Supabase of its own for one test file that ends its parts; without functions. */
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
