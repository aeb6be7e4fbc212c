import { describe, expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { contractEndingIn, offerFixtures } from "../support/offer-fixtures.ts";

const fixtures = offerFixtures();
const endsIn = (days: number, changes: Record<string, unknown> = {}) =>
  contractEndingIn(fixtures, days, changes);

const pass = (days: number) => fixtures.sql`
  update public.contracts set start_date = start_date - ${days}::integer, end_date = end_date - ${days}::integer,
    end_told_on = end_told_on - ${days}::integer`;

/** Runs the schedule three times. Returns the new mails about the end of a term, and deletes them from the queue. */
async function told() {
  const { sql } = fixtures;
  for (let time = 0; time < 3; time += 1) await fixtures.call("run_schedule", {});
  const rows = await sql`
    delete from public.outgoing_mail where template like '%term-ends' returning template, recipient`;
  return rows.map((row) => `${row["template"]} ${row["recipient"]}`).toSorted();
}

const both = ["landlord-term-ends locador@exemplo.com.br", "term-ends ana@exemplo.com.br"];

describe("before the end of a term", () => {
  test("both parties are told 90, 60, 30 and 15 days ahead, each time once", async () => {
    await endsIn(91);
    const counts: number[] = [];
    for (let days = 91; days >= 0; days -= 1) {
      const mails = await told();
      if (mails.length > 0) {
        expect(mails).toEqual(both);
        counts.push(days);
      }
      await pass(1);
    }
    expect(counts).toEqual([90, 60, 30, 15]);
  });

  test("many schedules at once tell once", async () => {
    await endsIn(30);
    await Promise.all(Array.from({ length: 10 }, () => fixtures.call("run_schedule", {})));
    expect(await fixtures.mails()).toHaveLength(2);
  });

  test("a schedule that was down tells of the nearest day alone", async () => {
    await endsIn(20);
    expect(await told()).toEqual(both);
    expect(await told()).toEqual([]);
    await pass(5);
    expect(await told()).toEqual(both);
  });

  test("a tenant who signed for a month is not told at once that it ends", async () => {
    await endsIn(29, { start_date: new Date().toISOString() });
    expect(await told()).toEqual([]);
  });

  test("a tenant without an address keeps nobody from the landlord", async () => {
    await endsIn(30, { tenant_email: null });
    expect(await told()).toEqual(both.slice(0, 1));
  });

  test.each([
    ["ended", { status: "ended" }],
    ["cancelled", { status: "cancelled" }],
    ["run out", { end_date: new Date(Date.now() - 3 * 86_400_000).toISOString() }],
  ])("nobody is told of one that was %s", async (_what, changes) => {
    await endsIn(30, changes);
    expect(await told()).toEqual([]);
  });

  test("nobody is told of one whose end was asked for, until that is taken back", async () => {
    const { id } = await endsIn(30);
    await fixtures.sql`
      insert into public.contract_endings (id, contract_id, protocol, kind, asked_by)
      values (gen_random_uuid(), ${id}, 'EN-2026-0A1B2C3D', 'moved-out', 'tenant')`;
    expect(await told()).toEqual([]);
    await fixtures.sql`update public.contract_endings set status = 'withdrawn', closed_at = now()`;
    expect(await told()).toEqual(both);
  });

  test("nobody is told of one that was renewed, unless the renewal was cancelled", async () => {
    const { id } = await endsIn(30);
    const { id: renewal } = await endsIn(300, { renews_contract_id: id });
    expect(await told()).toEqual([]);
    await fixtures.sql`update public.contracts set status = 'cancelled' where id = ${renewal}`;
    expect(await told()).toEqual(both);
  });
});

test("staff see by week what ends, and how much of it was renewed", async () => {
  const { sql } = fixtures;
  const { id } = await endsIn(40);
  await endsIn(40);
  await endsIn(200, { renews_contract_id: id });
  await endsIn(10, { status: "ended" });
  const [row] = await sql`
    select date_trunc('week', private.today_in_brasilia() + 40)::date::text as week`;
  const week = String(row?.["week"]);
  expect(await fixtures.asStaff("expiries_by_week", {})).toEqual([
    { week, contracts: 2, renewed: 1 },
  ]);
  const listed = (monday: string | null) =>
    actAs(sql, { role: "authenticated", userId: fixtures.staffId }, async (act) => {
      const rows = await act`
        select id from public.list_contracts(view => 'expiring', week => ${monday})`;
      return rows.length;
    });
  expect(await listed(week)).toBe(2);
  expect(await listed(null)).toBe(0);
});
