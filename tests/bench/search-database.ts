import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { localDirectory } from "../../scripts/stack/stack-file.ts";
import { startDatabase } from "../../supabase/local/database/start-database.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { createStaff } from "../../supabase/tests/support/create-user.ts";
import { seedManySimulations } from "../../supabase/tests/support/seed-many-simulations.ts";

const run = promisify(execFile);

/**
 * Number of staff accounts that make the calls. Each call searches the account's logged reads of the last 15 minutes,
 * so many accounts keep this search short.
 */
const READERS = 100;

/**
 * Starts a PostgreSQL server with `rows` made-up simulations and with staff who may list them. The simulations are made
 * once in `.local/bench`, and each run uses a copy, because calls add rows to the log of reads.
 */
export async function startSearchDatabase(rows: number) {
  const filled = join(localDirectory, "bench", `search-${rows}`);
  if (!existsSync(filled)) await fill(filled, rows);
  const directory = await mkdtemp(join(tmpdir(), "payser-search-"));
  const copy = join(directory, "database");
  // -a keeps the owner of PostgreSQL's files in the copy.
  await run("cp", ["-a", filled, copy]);
  const database = await open(copy);
  // All calls use one connection, which has loaded its data and plans before the measurement.
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  const readers: string[] = [];
  for (let place = 0; place < READERS; place += 1) {
    readers.push(await createStaff(sql, `equipe${place}@payser.example`));
  }
  return {
    sql,
    rows,
    readers,
    adminUrl: database.server.adminUrl,
    async close() {
      await sql.end({ timeout: 2 });
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type SearchDatabase = Pick<
  Awaited<ReturnType<typeof startSearchDatabase>>,
  "sql" | "rows" | "readers" | "adminUrl"
>;

/**
 * Fills a temporary folder and renames the folder when it is complete, so that an interruption leaves no partial
 * database.
 */
async function fill(directory: string, rows: number): Promise<void> {
  const making = `${directory}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const database = await open(join(making, "database"));
  // The connection has no statement timeout, because adding a million rows takes longer than the default two minutes.
  const sql = postgres(database.url, { max: 1 });
  try {
    await sql`set statement_timeout = 0`;
    await seedManySimulations(sql, rows);
  } finally {
    await sql.end({ timeout: 2 });
    await database.close();
  }
  await rename(join(making, "database"), directory);
  await rm(making, { recursive: true });
}

async function open(directory: string) {
  return startDatabase({ directory, port: await findFreePort(), password: "bench" });
}
