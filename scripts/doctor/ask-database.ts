import postgres, { type Sql } from "postgres";

/** Asks over a connection of its own, which only reads. @throws what the database says */
export async function askDatabase<Answer>(
  databaseUrl: string,
  ask: (sql: Sql) => Promise<Answer>,
): Promise<Answer> {
  const sql = postgres(databaseUrl, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { default_transaction_read_only: true },
    // A pooler in transaction mode, as hosted projects offer on port 6543, keeps no statements.
    prepare: false,
  });
  try {
    return await ask(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
