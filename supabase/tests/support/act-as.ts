import type { Sql, TransactionSql } from "postgres";
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
  return actAs(sql, { role: "service_role" }, async (transaction) => {
    const names = Object.keys(args);
    const list = names.map((arg, index) => `${arg} => $${index + 1}`).join();
    const values = Object.values(args).map((value) =>
      typeof value === "object" && value !== null ? transaction.json(toJson(value)) : String(value),
    );
    const [row] = await transaction.unsafe(`select public.${name}(${list}) as value`, values);
    const value: unknown = row?.["value"];
    return value;
  });
}

function toJson(value: object) {
  return JSON.parse(JSON.stringify(value));
}
