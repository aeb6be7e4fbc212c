import type { Sql } from "postgres";
import { withDatabase } from "../with-database.ts";

/** Asks over a connection of its own, which only reads. @throws what the database says */
export function askDatabase<Answer>(
  databaseUrl: string,
  ask: (sql: Sql) => Promise<Answer>,
): Promise<Answer> {
  return withDatabase(databaseUrl, ask, {
    connect_timeout: 10,
    connection: { default_transaction_read_only: true },
  });
}
