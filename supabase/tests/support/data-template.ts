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

/** Of the accounts that tests make, templates' or their own: what a password takes is not theirs. */
export const passwordCost = 4;

declare module "vitest" {
  interface ProvidedContext {
    dataTemplate: string;
  }
}

/**
 * Makes a folder with the data of a Supabase that has never been used: making a cluster and migrating
 * it takes seconds, copying one takes none. It holds two template databases: "empty" is migrated, with
 * nothing in it; "demo" has the demo accounts, contracts and simulations, whose files are there as well.
 */
export function makeDataTemplate(): Promise<string> {
  return keptTemplate({
    name: "supabase",
    sources: ["supabase/migrations", "supabase/local", "supabase/functions", "package-lock.json"],
    // The demo's requests came in today and are answered within a day: it must not grow old.
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
  // A decision's mail goes out at once, but where a test is about taking it back.
  await sql`update private.staff_settings set undo_seconds = 0`;
  await sql.end();
  await keepAsTemplate(supabase.database.adminUrl, "empty");
  const seeding = connectAsOwner(supabase.databaseUrl);
  await seedDemo({ url: supabase.url, secretKey: supabase.secretKey, database: seeding, siteUrl });
  await seeding.end();
  await keepAsTemplate(supabase.database.adminUrl, "demo");
  await supabase.close();
  await doNotWaitForDisk(template);
}

/** Makes `directory` with the data of the template, whose database is "demo". */
export async function copyDataTemplate(directory: string): Promise<void> {
  // PostgreSQL's files belong to a user of their own and must go on to.
  await run("cp", ["-a", inject("dataTemplate"), directory]);
}

/** Puts the files of the demo contracts, or none, where a Supabase keeps its files. */
export async function restoreFiles(dataDirectory: string, of: "demo" | "empty"): Promise<void> {
  const storage = join(dataDirectory, "storage");
  await rm(storage, { recursive: true, force: true });
  if (of === "demo")
    await cp(join(inject("dataTemplate"), "storage"), storage, { recursive: true });
}

/**
 * Test data need not survive the machine's own failure, and a busy disk can keep PostgreSQL from
 * answering for many seconds. What a killed process leaves behind is safe either way.
 */
async function doNotWaitForDisk(dataDirectory: string): Promise<void> {
  await appendFile(join(dataDirectory, "database", "postgresql.conf"), "\nfsync = off\n");
}
