import { execFile } from "node:child_process";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { inject } from "vitest";
import { findSupabasePorts } from "./find-supabase-ports.ts";
import { startSupabase } from "../../local/start-supabase.ts";

const run = promisify(execFile);

/** Of the accounts that tests make, templates' or their own: what a password takes is not theirs. */
export const passwordCost = 4;

/** Folders with the data of a Supabase that has never been used, made once for all tests. */
export interface DataTemplates {
  /** Migrated, with nothing in it. */
  empty: string;
  /** With the demo accounts, contracts and simulations. */
  demo: string;
}

declare module "vitest" {
  interface ProvidedContext {
    dataTemplates: DataTemplates;
  }
}

/** Making a cluster and migrating it takes seconds, copying one takes none. */
export async function makeDataTemplates() {
  const directory = await mkdtemp(join(tmpdir(), "payser-templates-"));
  const templates: DataTemplates = {
    empty: join(directory, "empty"),
    demo: join(directory, "demo"),
  };
  await fill(templates.empty, false);
  await doNotWaitForDisk(templates.empty);
  await copy(templates.empty, templates.demo);
  await fill(templates.demo, true);
  return { templates, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Makes `directory` with the data of a template. */
export async function copyDataTemplate(
  name: keyof DataTemplates,
  directory: string,
): Promise<void> {
  await copy(inject("dataTemplates")[name], directory);
}

async function copy(from: string, to: string): Promise<void> {
  // PostgreSQL's files belong to a user of their own and must go on to.
  await run("cp", ["-a", from, to]);
}

/**
 * Test data need not survive the machine's own failure, and a busy disk can keep PostgreSQL from
 * answering for many seconds. What a killed process leaves behind is safe either way.
 */
async function doNotWaitForDisk(dataDirectory: string): Promise<void> {
  await appendFile(join(dataDirectory, "database", "postgresql.conf"), "\nfsync = off\n");
}

async function fill(dataDirectory: string, seed: boolean): Promise<void> {
  const supabase = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory,
    siteUrl: "http://localhost:3000",
    functionsDirectory: null,
    seed,
    deliveryInterval: 0,
    passwordCost,
  });
  // A decision's mail goes out at once, but where a test is about taking it back.
  const sql = postgres(supabase.databaseUrl, { max: 1 });
  await sql`update private.staff_settings set undo_seconds = 0`;
  await sql.end();
  await supabase.close();
}
