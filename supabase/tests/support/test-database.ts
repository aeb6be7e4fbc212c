import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stackKeys } from "../../local/process/stack-keys.ts";
import { copyDataTemplate } from "./data-templates.ts";
import { startDatabase } from "../../local/database/start-database.ts";
import { findFreePort } from "../../local/process/find-free-port.ts";

/** PostgreSQL with all migrations and nothing else, for tests that need no API. */
export async function testDatabase() {
  const directory = await mkdtemp(join(tmpdir(), "payser-database-"));
  const data = join(directory, "data");
  await copyDataTemplate("empty", data);
  const { databasePassword: password } = await stackKeys(data);
  const database = await startDatabase({
    directory: join(data, "database"),
    port: await findFreePort(),
    password,
  });
  return {
    ...database,
    async close() {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;
