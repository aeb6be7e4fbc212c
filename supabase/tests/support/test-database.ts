import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { oncePerWorker } from "../../../tests/support/runner/once-per-worker.ts";
import { startDatabase } from "../../local/database/start-database.ts";
import { findFreePort } from "../../local/process/ports.ts";
import { stackKeys } from "../../local/process/stack-keys.ts";
import { copyDataTemplate } from "./data-template.ts";
import { dropDatabase, makeFromTemplate } from "./template-databases.ts";

/** PostgreSQL server without an API, one per worker. Each database on the server is a copy of a migrated database. */
const workerCluster = oncePerWorker(async () => {
  const directory = await mkdtemp(join(tmpdir(), "payser-database-"));
  const data = join(directory, "data");
  await copyDataTemplate(data);
  const { databasePassword: password } = await stackKeys(data);
  const part = await startDatabase({
    directory: join(data, "database"),
    port: await findFreePort(),
    password,
  });
  const close = async () => {
    await part.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { part, close };
});
let made = 0;

/** Makes a database with all migrations and no rows on the worker's server. */
export async function testDatabase() {
  const { url, server } = await workerCluster();
  made += 1;
  const name = `of_file_${made}`;
  await makeFromTemplate(server.adminUrl, "empty", name);
  const named = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  const sql = postgres(named(url), { max: 4, onnotice: () => undefined });
  return {
    url: named(url),
    /** Connection string of the superuser for this database. */
    adminUrl: named(server.adminUrl),
    sql,
    async close() {
      await sql.end({ timeout: 2 });
      await dropDatabase(server.adminUrl, name);
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;
