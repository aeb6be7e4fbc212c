import { readFile, readdir } from "node:fs/promises";
import type { Writable } from "node:stream";
import postgres, { type Sql } from "postgres";
import { postgresServer } from "./postgres-server.ts";

/** Starts PostgreSQL with a hosted project's roles and all migrations. `sql` connects as the owner, postgres. */
export async function startDatabase(options: {
  directory: string;
  port: number;
  password: string;
  migrations?: URL;
  log?: Writable;
  /** Listener for messages about unexpected ends of the server. Each says whether the server was restarted. */
  report?: (line: string) => void;
}) {
  const { password, port } = options;
  const migrations = options.migrations ?? new URL("../../migrations/", import.meta.url);
  const server = await postgresServer({ report: console.error, ...options });
  try {
    const admin = postgres(server.adminUrl, { max: 1, onnotice: () => undefined });
    await prepareDatabase(admin, password).finally(() => admin.end());
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
    const sql = postgres(url, { max: 4, onnotice: () => undefined });
    await applyMigrations(sql, migrations);
    return {
      server,
      url,
      sql,
      async close() {
        await sql.end({ timeout: 2 });
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

/** Gives an empty cluster the state of a new hosted project, in one transaction. A failed call can be repeated. */
export async function prepareDatabase(admin: Sql, postgresPassword: string): Promise<void> {
  await admin.begin(async (transaction) => {
    const [prepared] = await transaction`select from pg_roles where rolname = 'service_role'`;
    if (!prepared) {
      for (const part of await hostedPlatform()) await transaction.unsafe(part);
      // This statement takes no parameters, so the password is part of its text. The password is hexadecimal, so
      // nothing needs escaping.
      await transaction.unsafe(`alter role postgres password '${postgresPassword}'`);
    }
    await transaction.unsafe(await read("platform-second-factor.sql"));
    await transaction.unsafe(await read("platform-restraints.sql"));
  });
}

async function hostedPlatform(): Promise<string[]> {
  // The module is imported only here, because it loads the whole API and only an empty cluster needs it.
  const platform = await import("@supabase/lite");
  return [
    await read("platform.sql"),
    platform.getAuthSchemaSql(),
    platform.SUPABASE_AUTH_HELPERS_SQL,
    platform.getStorageSchemaSql(),
    await read("platform-grants.sql"),
  ];
}

const migrationName = /^(\d{14})_([a-z0-9_]+)\.sql$/;

/**
 * Applies the pending migrations of `folder`, oldest first. Each runs in one transaction, together with its entry in
 * the Supabase CLI's table of applied migrations. Returns the names of the applied files; an error names the file.
 * @throws Error before any change when an applied migration is not in the folder. The effects of such a migration are
 * unknown, so a person must decide what to do with the data.
 */
export async function applyMigrations(database: Sql, folder: URL): Promise<string[]> {
  const rows = await database`select version from supabase_migrations.schema_migrations`;
  const done = new Set(rows.map((row) => String(row["version"])));
  const files = (await readdir(folder)).toSorted();
  const known = new Set(files.map((file) => migrationName.exec(file)?.[1]));
  const unknown = [...done].filter((version) => !known.has(version));
  if (unknown.length > 0) {
    throw new Error(
      "O banco de dados foi feito por outra versão deste código (migrações que aqui não existem: " +
        `${unknown.length}): nada foi mudado; rode npm run reset, que apaga os dados locais e recomeça ` +
        "com os iniciais.",
    );
  }
  const applied: string[] = [];
  for (const file of files) {
    const [, version, name] = migrationName.exec(file) ?? [];
    if (version === undefined || name === undefined || done.has(version)) continue;
    const text = await readFile(new URL(file, folder), "utf8");
    await database
      .begin(async (transaction) => {
        await transaction.unsafe(text);
        await transaction`
          insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${version}, ${name}, ${[text]})
        `;
      })
      .catch((cause: unknown) => {
        throw new Error(`Migration ${file}: ${cause instanceof Error ? cause.message : ""}`, {
          cause,
        });
      });
    applied.push(file);
  }
  return applied;
}
