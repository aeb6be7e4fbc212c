import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseLints, projectLints } from "../support/database-lints.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

/** Tables that only the service role and security definer functions may use. */
const withoutPolicy = [
  "acceptances",
  "allocations",
  "asked_documents",
  "asked_files",
  "audit_trail",
  "case_events",
  "case_holders",
  "case_notes",
  "charges",
  "claim_files",
  "claim_items",
  "claim_reviews",
  "claims",
  "contact_messages",
  "contract_endings",
  "document_jobs",
  "handover_statements",
  "inspection_files",
  "landlords",
  "leases",
  "login_attempts",
  "movements",
  "offers",
  "outgoing_mail",
  "partners",
  "partnership_notes",
  "partnership_requests",
  "rate_limits",
  "refund_accounts",
  "simulations",
  "staff_rights",
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

describe("the database follows rule", () => {
  test.each(Object.entries({ ...databaseLints, ...projectLints }))("%s", async (rule, query) => {
    const rows = await database.sql.unsafe(query);
    const expected = rule.startsWith("0008") ? withoutPolicy : [];
    expect(rows.map((row) => row["subject"]).toSorted()).toEqual(expected);
  });
});

/** Statements by rule. Each statement breaks its rule, to prove that the rule finds the fault. */
const violations: Record<string, string> = {
  "0001": "create table public.t (id int primary key, s uuid references public.simulations)",
  "0002": "create view public.v as select id from auth.users",
  "0003": `create policy "Anybody reads all rows" on public.contracts for select to anon
    using (user_id = auth.uid())`,
  "0004": "create table public.t (id int)",
  "0006": `create policy "Tenants read once more" on public.contracts for select to authenticated
    using (false)`,
  "0007": "alter table public.contracts disable row level security",
  "0008": "create table public.t (id int); alter table public.t enable row level security",
  "0009": "create index on public.contract_documents (contract_id)",
  "0010": "create view public.v as select 1 as one",
  "0011": "create function public.f() returns int language sql as 'select 1'",
  "0013": "create table public.t (id int primary key)",
  "0014": "create extension citext with schema public",
  "0015": `create policy "Users with a flag read" on public.staff for select to anon
    using ((select raw_user_meta_data ->> 'a' from auth.users limit 1) = 'b')`,
  "0016": `create materialized view public.m as select 1 as one;
    grant select on public.m to authenticated`,
  "0019": "create table public.t (id regclass)",
  "0024": `create policy "Anybody adds a row" on public.simulations for insert to anon
    with check (true)`,
  "0025": "update storage.buckets set public = true",
  "0028": `create function public.f() returns int language sql security definer as 'select 1';
    grant execute on function public.f() to anon`,
  "0029": `create function public.f() returns int language sql security definer as 'select 1';
    grant execute on function public.f() to authenticated`,
  anon: "grant select (id) on public.contracts to anon",
  authenticated: "grant update (status) on public.contracts to authenticated",
  "functions that": "alter function requests.id security definer",
  "default privileges":
    "alter default privileges for role postgres in schema public grant select on tables to anon",
  "no function": `create function public.f() returns void language sql
    as 'delete from public.rate_limits'`,
  "a SQL-standard": `create function public.f() returns public.staff language sql
    begin atomic select staff.* from public.staff; end`,
  "every policy": `create policy "own_rows" on public.staff for select using (false)`,
  "every table": "create table public.t (id int primary key)",
  "every exposed": "create function public.f() returns int language sql as 'select 1'",
};

describe("a violation is found by rule", () => {
  test.each(Object.entries(violations))("%s", async (start, statement) => {
    const rules = Object.entries({ ...databaseLints, ...projectLints });
    const [, query = ""] = rules.find(([rule]) => rule.startsWith(start)) ?? [];
    const before = await database.sql.unsafe(query);
    const undone = database.sql.begin(async (transaction) => {
      await transaction.unsafe(statement);
      expect((await transaction.unsafe(query)).length).toBeGreaterThan(before.length);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
  });
});
