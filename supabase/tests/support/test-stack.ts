import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSupabasePorts } from "./find-supabase-ports.ts";
import { startSupabase } from "../../local/start-supabase.ts";
import { copyDataTemplate, passwordCost } from "./data-templates.ts";
import { connectAsOwner } from "./connect-as-owner.ts";
import { createPersonas } from "./personas.ts";

/** A Supabase of its own for one test file: free ports, a temporary folder, no demo, no Deno. */
export async function testStack() {
  const directory = await mkdtemp(join(tmpdir(), "payser-supabase-"));
  const dataDirectory = join(directory, "data");
  await copyDataTemplate("empty", dataDirectory);
  const stack = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory,
    siteUrl: "http://127.0.0.1:3000",
    functionsDirectory: null,
    seed: false,
    deliveryInterval: 0,
    passwordCost,
    onProblem: console.error,
  });
  const sql = connectAsOwner(stack.databaseUrl);
  const personas = await createPersonas(stack, sql);
  return {
    ...stack,
    sql,
    directory: dataDirectory,
    personas,
    async close() {
      await sql.end();
      await stack.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestStack = Awaited<ReturnType<typeof testStack>>;
