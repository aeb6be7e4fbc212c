import type { ISql } from "postgres";

type Row = Record<string, unknown>;

/**
 * Inserts a contract, and its lease unless the row names one. The reminder of the last day to claim counts as sent, so
 * the schedule sends no mail about this lease. Tests of this reminder change the date.
 */
export async function insertContract(
  sql: ISql,
  { lease_id = crypto.randomUUID(), ...row }: { user_id: string; lease_id?: unknown } & Row,
): Promise<{ id: string; leaseId: string; number: string }> {
  const leaseId = String(lease_id);
  await sql`
    insert into public.leases (id, user_id, claims_end_told_on)
    values (${leaseId}, ${row.user_id}, '2099-12-31') on conflict (id) do nothing`;
  const contract: Row = { ...row, lease_id: leaseId };
  const [made] = await sql`
    insert into public.contracts ${sql(contract)} returning id, contract_number as number`;
  return { id: String(made?.["id"]), leaseId, number: String(made?.["number"]) };
}
