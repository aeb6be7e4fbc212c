import type { Sql } from "postgres";

/** Call with which a staff screen reads its rows, its sums or its numbers. */
export interface StaffList {
  what: string;
  name: string;
  args: Record<string, unknown>;
  /** True for a file that one member downloads now and then. */
  isFile?: true;
}

const views = (name: string, argument: string, values: readonly string[]): StaffList[] =>
  values.map((value) => ({ what: `${name}, ${value}`, name, args: { [argument]: value } }));

/** Returns the calls of all staff lists, and of one case of each kind. The database needs rows of a business. */
export async function staffLists(sql: Sql): Promise<StaffList[]> {
  const [ids] = await sql<
    Record<"claim" | "contract" | "landlord" | "request" | "member", string>[]
  >`
    select
      (select id from public.claims where final_at is not null order by id limit 1) as claim,
      (select contract_id from public.charges where kind = 'refund' order by id limit 1) as contract,
      (select id from public.landlords order by name limit 1) as landlord,
      (select id from public.simulations where status = 'pending' order by created_at limit 1) as request,
      (select user_id from public.staff where email like 'pessoa-%' order by email limit 1) as member`;
  const [known] = await sql`
    select contract_number as number, tenant_name as tenant from public.contracts
    where id = ${ids?.contract ?? null}`;
  const number = String(known?.["number"]);
  const search = String(known?.["tenant"]);
  const of_id = ids?.contract;
  return [
    { what: "staff_counts", name: "staff_counts", args: {} },
    ...views("queue_page", "view", ["decide", "mine", "documents", "approved", "all"]),
    { what: "queue_page, search", name: "queue_page", args: { view: "all", search } },
    ...views("list_contracts", "view", ["active", "expiring", "ending", "mine", "ended"]),
    { what: "list_contracts, search", name: "list_contracts", args: { view: "active", search } },
    { what: "expiries_by_week", name: "expiries_by_week", args: {} },
    { what: "list_addresses_to_check", name: "list_addresses_to_check", args: {} },
    ...views("list_claims", "view", ["staff", "second", "parties", "closed"]),
    { what: "list_claims, search", name: "list_claims", args: { view: "staff", search } },
    { what: "claim_times", name: "claim_times", args: {} },
    ...views("list_charges", "view", ["due", "overdue", "refunds", "payouts", "approvals"]),
    { what: "list_charges, search", name: "list_charges", args: { view: "due", search } },
    ...views("charge_totals", "view", ["due", "overdue", "refunds", "payouts", "approvals"]),
    ...views("list_movements", "view", ["to-allocate", "in", "out"]),
    { what: "list_movements, search", name: "list_movements", args: { view: "in", search } },
    ...views("movement_totals", "view", ["to-allocate", "in", "out"]),
    {
      what: "list_partnership_requests",
      name: "list_partnership_requests",
      args: { status: "new" },
    },
    { what: "list_partners", name: "list_partners", args: {} },
    { what: "list_contact_messages", name: "list_contact_messages", args: { status: "new" } },
    { what: "list_parked_mail", name: "list_parked_mail", args: {} },
    { what: "list_parked_documents", name: "list_parked_documents", args: {} },
    { what: "list_staff", name: "list_staff", args: { page_size: 100 } },
    { what: "count_staff", name: "count_staff", args: {} },
    { what: "staff_limits", name: "staff_limits", args: {} },
    { what: "list_audit", name: "list_audit", args: {} },
    { what: "list_audit, person", name: "list_audit", args: { person: ids?.member } },
    { what: "list_audit, denied", name: "list_audit", args: { outcome: "denied" } },
    { what: "list_audit, case", name: "list_audit", args: { typed_case: number } },
    { what: "export_audit", name: "export_audit", args: {}, isFile: true },
    { what: "export_payouts", name: "export_payouts", args: {}, isFile: true },
    { what: "find_cases, name", name: "find_cases", args: { search } },
    { what: "find_cases, number", name: "find_cases", args: { search: number } },
    { what: "find_landlords", name: "find_landlords", args: { search: "Locador 77" } },
    { what: "simulation_detail", name: "simulation_detail", args: { simulation_id: ids?.request } },
    { what: "contract_detail", name: "contract_detail", args: { contract_id: of_id } },
    { what: "contract_payments", name: "contract_payments", args: { of_id } },
    { what: "contract_claims", name: "contract_claims", args: { contract_id: of_id } },
    { what: "claim_detail", name: "claim_detail", args: { claim_id: ids?.claim } },
    { what: "landlord_detail", name: "landlord_detail", args: { landlord_id: ids?.landlord } },
    { what: "case_work", name: "case_work", args: { contract_id: of_id } },
  ];
}
