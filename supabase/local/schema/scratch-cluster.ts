import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { postgresServer } from "../database/postgres-server.ts";
import { prepareDatabase } from "../database/start-database.ts";
import { findFreePort } from "../process/ports.ts";

export const schemasFolder = new URL("../../schemas/", import.meta.url);
export const migrationsFolder = new URL("../../migrations/", import.meta.url);

const quiet = { max: 1, onnotice: () => undefined };

/** Starts a temporary PostgreSQL server that can create databases in the state of a new hosted project. */
export async function scratchCluster() {
  const directory = await mkdtemp(join(tmpdir(), "payser-schema-"));
  const password = "schema";
  // Removing is retried, because on a busy machine the ended server may still write for a moment.
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  const port = await findFreePort();
  const server = await postgresServer({
    directory: join(directory, "cluster"),
    port,
    password,
    report: console.error,
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const opened: Sql[] = [];
  const close = async () => {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 2 })));
    await server.stop();
    await remove();
  };
  try {
    const first = postgres(server.adminUrl, quiet);
    // All databases of this cluster are copied from this first database.
    await prepareDatabase(first, password).finally(() => first.end());
    const admin = postgres(server.adminUrl.replace(/postgres$/, "template1"), quiet);
    opened.push(admin);
    return {
      /** Creates a database. Returns its URL and a connection as postgres, the owner of its objects. */
      async database(name: string) {
        await admin.unsafe(`create database ${name} template postgres`);
        await admin.unsafe(`grant create on database ${name} to postgres`);
        const url = `postgresql://postgres:${password}@127.0.0.1:${port}/${name}`;
        const sql = postgres(url, quiet);
        opened.push(sql);
        return { sql, url };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export type ScratchCluster = Awaited<ReturnType<typeof scratchCluster>>;

/** Reads the SQL files of a folder, in the order in which they must be applied. */
export async function readSqlFiles(folder: URL): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })),
  );
}

/** Applies the SQL files of a folder in one transaction. An error names file and line. */
export async function applySqlFiles(sql: Sql, folder: URL): Promise<void> {
  await sql.begin(async (transaction) => {
    for (const { name, text } of await readSqlFiles(folder)) {
      await transaction.unsafe(text).catch((cause: unknown) => {
        const at = cause instanceof postgres.PostgresError ? Number(cause.position) : NaN;
        const line = Number.isNaN(at) ? "" : `:${text.slice(0, at).split("\n").length}`;
        throw new Error(`${name}${line}: ${cause instanceof Error ? cause.message : ""}`, {
          cause,
        });
      });
    }
  });
}
