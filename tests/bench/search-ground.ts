import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startDatabase } from "../../supabase/local/database/start-database.ts";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { createStaff } from "../../supabase/tests/support/create-user.ts";
import { seedManySimulations } from "../../supabase/tests/support/seed-many-simulations.ts";

/** A PostgreSQL of its own with so many made-up simulations, and somebody who may list them. */
export async function searchGround(rows: number) {
  const directory = await mkdtemp(join(tmpdir(), "payser-search-"));
  const database = await startDatabase({
    directory: join(directory, "database"),
    port: await findFreePort(),
    password: "bench",
  });
  // One connection: what each loads and plans first is no part of a search.
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  const userId = await createStaff(sql, "equipe@payser.example");
  await seedManySimulations(sql, rows);
  return {
    sql,
    rows,
    userId,
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
  "sql" | "rows" | "userId" | "adminUrl"
>;
