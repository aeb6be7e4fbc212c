import postgres, { type Options, type Sql } from "postgres";

/**
 * Works on a database over connections of its own, which end with the work.
 * @throws what the work throws, and what the database says; CONNECTION_CLOSED as soon as a connection
 * is lost, of which the driver (postgres 3.4.9) tells nobody who is in the middle of a COPY
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
    // A pooler in transaction mode, as hosted projects offer on port 6543, keeps no statements.
    prepare: false,
    ...options,
  });
  try {
    return await Promise.race([work(sql), lost]);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
