import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabase } from "../local/database/start-database.ts";
import { findFreePort } from "../local/process/ports.ts";
import { mayPrint } from "../../tests/support/runner/printed-problems.ts";
import { restartedByItself } from "./support/database-away.ts";
import { simulationRequest } from "./support/sample-rows.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-crash-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("PostgreSQL killed in the middle of writes keeps every acknowledged row and both its mails", async () => {
  mayPrint(restartedByItself);
  const options = {
    directory: join(directory, "database"),
    port: await findFreePort(),
    password: "test",
  };
  const acknowledged: string[] = [];

  for (let crash = 0; crash < 3; crash += 1) {
    const database = await startDatabase(options);
    await database.sql`update private.limits set most = 1000000`;
    const writers = Array.from({ length: 8 }, () => writeUntilCut(database.url, acknowledged));
    const enough = acknowledged.length + 60;
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(enough);
    await killCluster(database.server.pid());
    await Promise.all(writers);
    await database.close();
  }

  const { sql, close } = await startDatabase(options);
  const rows = await sql`select id from public.simulations`;
  const kept = new Set(rows.map((row) => String(row["id"])));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  const [odd] = await sql`
    select count(*)::integer as n from (
      select s.id from public.simulations as s
      left join public.outgoing_mail as m on m.simulation_id = s.id
      group by s.id having count(m.id) <> 2
    ) as incomplete`;
  expect(odd?.["n"]).toBe(0);
  console.log(`${acknowledged.length} acknowledged simulations, none lost in 3 kills`);
  await close();
}, 120_000);

async function writeUntilCut(url: string, acknowledged: string[]) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (;;) {
      // One statement, so that the driver has no transaction to roll back on a dead socket.
      const [row] = await sql`
        select public.submit_simulation(
          ${sql.json(simulationRequest())}, ${"a".repeat(64)}, '1'
        ) as answer`;
      const answer: unknown = row?.["answer"];
      if (typeof answer === "object" && answer !== null && "id" in answer) {
        acknowledged.push(String(answer.id));
      }
    }
  } catch {
    // The connection was cut: whatever was not answered may or may not be there.
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** kill -9 to the postmaster; its children notice and stop by themselves. */
async function killCluster(pid: number | undefined) {
  const kill = spawn("kill", ["-9", String(pid)]);
  await once(kill, "exit");
}
