import postgres, { type Options, type Sql } from "postgres";

/**
 * Runs `work` with its own database connections, and then closes the connections. @throws errors of `work` and of the
 * database, and CONNECTION_CLOSED as soon as a connection is lost. The driver (postgres 3.4.9) alone does not report a
 * loss in the middle of a COPY.
 */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (sql: Sql) => Promise<Result>,
  options: Options<Record<string, never>> = {},
): Promise<Result> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const sql = postgres(databaseUrl, {
    max: 1,
    onclose: () => reject(Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" })),
    onnotice: () => undefined,
    // A connection pooler in transaction mode (port 6543 of hosted projects) does not support prepared statements.
    prepare: false,
    ...options,
  });
  try {
    return await Promise.race([work(sql), lost]);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
