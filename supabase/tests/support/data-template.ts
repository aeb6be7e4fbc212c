import { execFile } from "node:child_process";
import { appendFile, cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { keptTemplate } from "../../../tests/support/runner/kept-template.ts";
import { seedDemo } from "../../local/seed/seed-demo.ts";
import { startSupabase } from "../../local/start-supabase.ts";
import { connectAsOwner } from "./connect-as-owner.ts";
import { findSupabasePorts } from "./find-supabase-ports.ts";
import { keepAsTemplate } from "./template-databases.ts";

const run = promisify(execFile);

/** Cost of password hashes in tests. A low cost saves time, because tests do not measure hashing. */
export const passwordCost = 4;

declare module "vitest" {
  interface ProvidedContext {
    dataTemplate: string;
  }
}

/**
 * Makes a data folder of a local Supabase. Tests copy the folder, because a copy is faster than a new cluster with
 * migrations. The folder has two template databases: "empty" has all migrations and no rows; "demo" also has the demo
 * accounts, contracts and simulations, with their files.
 */
export function makeDataTemplate(): Promise<string> {
  return keptTemplate({
    name: "supabase",
    sources: ["supabase/migrations", "supabase/local", "supabase/functions", "package-lock.json"],
    // The template is made again every hour, because the demo data has requests that arrived today and must be answered
    // within a day.
    extra: new Date().toISOString().slice(0, "2026-01-01T10".length),
    make: fill,
  });
}

async function fill(template: string): Promise<void> {
  const siteUrl = "http://localhost:3000";
  const supabase = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory: template,
    siteUrl,
    functionsDirectory: null,
    seed: false,
    deliveryInterval: 0,
    passwordCost,
  });
  const sql = connectAsOwner(supabase.databaseUrl);
  // Sets the undo period to zero, so that mails about decisions are sent at once. Tests of the undo period change it.
  await sql`update private.staff_settings set undo_seconds = 0`;
  await sql.end();
  await keepAsTemplate(supabase.database.adminUrl, "empty");
  const seeding = connectAsOwner(supabase.databaseUrl);
  await seedDemo({ url: supabase.url, secretKey: supabase.secretKey, database: seeding, siteUrl });
  await seeding.end();
  await keepAsTemplate(supabase.database.adminUrl, "demo");
  await supabase.close();
  await turnOffFsync(template);
}

/** Copies the template's data folder to `directory`; the current database of the copy has the demo data. */
export async function copyDataTemplate(directory: string): Promise<void> {
  // -a keeps the owner of the files, because PostgreSQL runs as a separate user.
  await run("cp", ["-a", inject("dataTemplate"), directory]);
}

/** Deletes all stored files. When `of` is "demo", also copies the files of the demo contracts from the template. */
export async function restoreFiles(dataDirectory: string, of: "demo" | "empty"): Promise<void> {
  const storage = join(dataDirectory, "storage");
  await rm(storage, { recursive: true, force: true });
  if (of === "demo")
    await cp(join(inject("dataTemplate"), "storage"), storage, { recursive: true });
}

/**
 * Turns fsync off. Test data need not survive a failure of the machine, and a busy disk can block PostgreSQL for many
 * seconds. Even without fsync, data survives the kill of a process.
 */
async function turnOffFsync(dataDirectory: string): Promise<void> {
  await appendFile(join(dataDirectory, "database", "postgresql.conf"), "\nfsync = off\n");
}
