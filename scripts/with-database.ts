import postgres, { type Options, type Sql } from "postgres";

/**
 * Works on a database over connections of its own, which end with the work.
 * @throws what the work throws, and what the database says
 */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (sql: Sql) => Promise<Result>,
  options: Options<Record<string, never>> = {},
): Promise<Result> {
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    // A pooler in transaction mode, as hosted projects offer on port 6543, keeps no statements.
    prepare: false,
    ...options,
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
