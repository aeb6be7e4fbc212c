import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { oncePerWorker } from "../../../tests/support/runner/once-per-worker.ts";
import { findFreePort } from "../../local/process/ports.ts";
import {
  type LocalSupabase,
  type SupabaseOptions,
  startSupabase,
} from "../../local/start-supabase.ts";
import { connectAsOwner } from "./connect-as-owner.ts";
import { copyDataTemplate, passwordCost, restoreFiles } from "./data-template.ts";
import { findSupabasePorts } from "./find-supabase-ports.ts";
import { type Personas, createPersonas, renewPersonas } from "./personas.ts";
import { beginFromTemplate, keepAsTemplate } from "./template-databases.ts";

export type TestSupabase = Awaited<ReturnType<typeof ownSupabase>>;

/**
 * Starts a local Supabase with the demo data in a temporary folder, for tests that stop parts of this Supabase or need
 * other settings. Mail is sent only when a test calls deliver-mail.
 */
export async function ownSupabase(options: Partial<SupabaseOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "payser-supabase-"));
  const dataDirectory = join(directory, "data");
  await copyDataTemplate(dataDirectory);
  const siteUrl = options.siteUrl ?? `http://localhost:${await findFreePort()}`;
  // True while the data is replaced. The servers then log the loss of their database connections, which is expected and
  // not printed.
  let isBeginning = false;
  const stack = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory,
    seed: false,
    deliveryInterval: 0,
    passwordCost,
    ...options,
    siteUrl,
    onProblem: (line) => {
      if (!isBeginning) console.error(line);
    },
  }).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });

  let personas: Personas | undefined;
  async function begin(data: "empty" | "demo" | "personas"): Promise<void> {
    isBeginning = true;
    await beginFromTemplate(stack.database.adminUrl, data);
    await restoreFiles(dataDirectory, data === "demo" ? "demo" : "empty");
    await fetch(`${stack.inboxUrl}/api/messages`, { method: "DELETE" });
    await untilAnswered();
    isBeginning = false;
  }

  /** Waits until the API has connected to the new database and no longer logs the loss of its old connection. */
  async function untilAnswered(): Promise<void> {
    const { secretKey: apikey } = stack;
    for (;;) {
      const reply = await fetch(`${stack.url}/rest/v1/staff?select=user_id&limit=1`, {
        headers: { apikey, authorization: `Bearer ${apikey}` },
      });
      await reply.body?.cancel();
      if (reply.status < 500) return;
      await new Promise((passed) => setTimeout(passed, 25));
    }
  }

  return {
    ...stack,
    siteUrl,
    dataDirectory,
    /** Replaces all data by the empty or by the demo template. */
    begin: (data: "empty" | "demo"): Promise<void> => begin(data),
    /**
     * Replaces all data by the personas. The first call creates the personas and signs them in. Later calls restore a
     * copy and renew the sessions.
     */
    async beginWithPersonas(): Promise<Personas> {
      if (personas) {
        await begin("personas");
        const known = personas;
        return asOwner(stack, (sql) => renewPersonas(stack, sql, known));
      }
      await begin("empty");
      personas = await asOwner(stack, (sql) => createPersonas(stack, sql));
      await keepAsTemplate(stack.database.adminUrl, "personas");
      return personas;
    },
    async close(): Promise<void> {
      await stack.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Runs `work` on a connection as the owner of the database, and closes the connection. */
async function asOwner<Result>(
  { databaseUrl }: LocalSupabase,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connectAsOwner(databaseUrl);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** The Supabase of a test worker. Test files use this Supabase in turn, and each file replaces the data. */
export const workerSupabase = oncePerWorker(async () => {
  const part = await ownSupabase();
  return { part, close: part.close };
});
