import type { Sql } from "postgres";

/** Triggers that refuse changes of the ledger, for every role. */
const guards = [
  ["charges", "keep_charge"],
  ["movements", "refuse_change"],
  ["allocations", "refuse_change"],
] as const;

/** Runs statements as the owner of the tables while the triggers that protect the ledger are off. */
export async function changeLedger(sql: Sql, ...statements: string[]): Promise<void> {
  const turn = (how: "disable" | "enable") =>
    guards.map(([table, trigger]) => `alter table public.${table} ${how} trigger ${trigger}`);
  await sql.unsafe([...turn("disable"), ...statements, ...turn("enable")].join(";\n"));
}

/** Deletes all charges and movements, with allocations and receipts. */
export const emptyLedger = (sql: Sql) =>
  changeLedger(sql, "delete from public.charges", "delete from public.movements");

/** Deletes all contracts with their ledgers, which the database otherwise keeps for ten years. */
export const deleteContracts = (sql: Sql) =>
  changeLedger(
    sql,
    "delete from public.movements where contract_id is null",
    "delete from public.contracts",
  );
