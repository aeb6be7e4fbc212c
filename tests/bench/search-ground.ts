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

/** What one of them sees in a quarter of an hour is looked at with each page: some hundred of them. */
const READERS = 100;

/**
 * A PostgreSQL of its own with so many made-up simulations, and staff who may list them. They
 * are made once, in `.local/bench`; each run has a copy, because calls write down who read what.
 */
export async function searchGround(rows: number) {
  const filled = join(localDirectory, "bench", `search-${rows}`);
  if (!existsSync(filled)) await fill(filled, rows);
  const directory = await mkdtemp(join(tmpdir(), "payser-search-"));
  const copy = join(directory, "database");
  // PostgreSQL's files belong to a user of their own and must go on to.
  await run("cp", ["-a", filled, copy]);
  const database = await open(copy);
  // One connection: what each loads and plans first is no part of a search.
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

export type SearchGround = Pick<
  Awaited<ReturnType<typeof searchGround>>,
  "sql" | "rows" | "readers" | "adminUrl"
>;

/** Beside its place and renamed when it is whole: the filling of a million may be given up. */
async function fill(directory: string, rows: number): Promise<void> {
  const making = `${directory}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const database = await open(join(making, "database"));
  // A million rows and their indexes take longer than the two minutes that a statement has.
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
