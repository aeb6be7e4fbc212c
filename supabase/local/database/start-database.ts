import type { Writable } from "node:stream";
import postgres from "postgres";
import { applyMigrations } from "./apply-migrations.ts";
import { postgresServer } from "./postgres-server.ts";
import { prepareDatabase } from "./prepare-database.ts";

/**
 * Starts PostgreSQL in `directory`, brings it to what a hosted project holds and applies the
 * pending migrations. `sql` is connected as postgres, the owner of everything in public.
 */
export async function startDatabase(options: {
  directory: string;
  port: number;
  password: string;
  migrations?: URL;
  log?: Writable;
  /** Gets a line for each time that the server ended by itself and came back, or did not. */
  tell?: (line: string) => void;
}) {
  const { password, port } = options;
  const migrations = options.migrations ?? new URL("../../migrations/", import.meta.url);
  const server = await postgresServer({ tell: console.error, ...options });
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
