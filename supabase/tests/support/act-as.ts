import type { ISql, Sql, TransactionSql } from "postgres";
import { openSession } from "./open-session.ts";

type Actor = { role: "anon" | "authenticated" | "service_role"; userId?: string };

/** Runs `work` in a transaction as the API would for this role and user. */
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

/** Calls a database function as the service role and gives its single value. */
export async function callAsService(sql: Sql, name: string, args: Record<string, unknown>) {
  return actAs(sql, { role: "service_role" }, (transaction) =>
    callAsItself(transaction, name, args),
  );
}

/** Calls a database function as whoever is connected and gives its single value. */
export async function callAsItself(
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
