import type { ISql, Sql, TransactionSql } from "postgres";

type Actor = { role: "anon" | "authenticated" | "service_role"; userId?: string };

/** Runs `work` in a transaction with the role and the user that the API would set. */
export async function actAs<T>(
  sql: Sql,
  { role, userId }: Actor,
  work: (transaction: TransactionSql) => Promise<T>,
) {
  return sql.begin(async (transaction) => {
    if (userId !== undefined) await openSession(transaction, userId);
    await transaction`select set_config('role', ${role}, true)`;
    return work(transaction);
  });
}

/** Calls a database function as the service role and returns its single value. */
export async function callAsService(sql: Sql, name: string, args: Record<string, unknown>) {
  return actAs(sql, { role: "service_role" }, (transaction) =>
    callAsConnected(transaction, name, args),
  );
}

/** Calls a database function as the current role of the connection and returns its single value. */
export async function callAsConnected(
  sql: ISql,
  name: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const names = Object.keys(args);
  const list = names.map((arg, index) => `${arg} => $${index + 1}`).join();
  const values = Object.values(args).map((value) => {
    switch (typeof value) {
      case "boolean":
        return value;
      case "object":
        return value === null ? null : sql.json(toJson(value));
      default:
        return String(value);
    }
  });
  const statement = `select public.${name}(${list}) as value`;
  const [row] = await sql.unsafe(statement, values, { prepare: true });
  return row?.["value"];
}

function toJson(value: object) {
  return JSON.parse(JSON.stringify(value));
}

/**
 * Sets the JWT claims and the session of a user in the transaction, as the API does for a token of a session that has
 * passed the second factor. The session is written to the schema auth, so this function must be called before the role
 * is set.
 */
export async function openSession(transaction: TransactionSql, userId: string): Promise<void> {
  const [session] = await transaction`
    insert into auth.sessions (id, user_id, created_at)
    select gen_random_uuid(), id, now() from auth.users where id = ${userId} returning id`;
  const claims = JSON.stringify({ sub: userId, session_id: session?.["id"], aal: "aal2" });
  await transaction`
    select set_config('request.jwt.claim.sub', ${userId}, true),
      set_config('request.jwt.claims', ${claims}, true)`;
}
