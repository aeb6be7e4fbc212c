import { describe, expect, test } from "vitest";
import { z } from "zod";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";
import { tenantAccount } from "../support/owe-refund.ts";

const fixtures = paymentFixtures();
const { call, owing, book, reverse, money, confirmAccount } = fixtures;

const rowsSchema = z.array(
  z.looseObject({
    id: z.string(),
    due_on: z.string().optional(),
    moved_on: z.string().optional(),
    contract_number: z.string().nullable(),
  }),
);
const rowsOf = async (name: string, view: string, args: Record<string, unknown> = {}) =>
  rowsSchema.parse((await call(name, { view, ...args })).json);
const charges = async (view: string, args?: Record<string, unknown>) =>
  (await rowsOf("list_charges", view, args)).map(({ contract_number }) => contract_number);
const movements = async (view: string, args?: Record<string, unknown>) =>
  (await rowsOf("list_movements", view, args)).map(({ id }) => id);
const totals = async (name: string, view: string, args: Record<string, unknown> = {}) =>
  (await call(name, { view, ...args })).json;

/** Books a payment above the fee and makes a refund of the surplus; returns the ids of contract, payment and refund. */
async function surplusOf(dueIn: number, tenant_name: string) {
  const contract = await owing(dueIn, { tenant_name });
  const { movementId } = await book(contract.chargeId, { amount: 1700, paid_on: day(-1) });
  await call("refund_payment", { movement_id: movementId });
  const refund = (await money(contract.contractId)).charges.find(({ kind }) => kind === "refund");
  return { ...contract, movementId, refundId: refund?.id ?? "" };
}

describe("the lists of what is owed", () => {
  test("sum up every contract that a search finds, however many there are", async () => {
    const { contractId } = await owing(6, { tenant_name: "Rosalina Quirino" });
    await fixtures.stack.sql`
      with copied as (
        insert into public.contracts (
          lease_id, user_id, tenant_name, tenant_cpf, landlord_name, property_type, property_address, rental_value,
          guarantee_reference_value, start_date, end_date, contract_duration_months, payment_plan, payment_method
        )
        select lease_id, user_id, tenant_name, tenant_cpf, landlord_name, property_type, property_address, rental_value,
          guarantee_reference_value, start_date, end_date, contract_duration_months, payment_plan, payment_method
        from public.contracts cross join generate_series(1, 2100) where id = ${contractId}
        returning id
      )
      insert into public.charges (kind, contract_id, amount, due_on, cause)
      select 'fee', id, 1, ${day(6)}::date, 'acceptance' from copied`;
    expect(await totals("charge_totals", "due", { search: "quirino" })).toMatchObject({
      count: 2101,
      sum: 3600,
    });
  });

  test("show each charge once, in the order of the due days, and its sum", async () => {
    const late = await owing(-1, { tenant_name: "Atrasada Souza" });
    const later = await owing(-4, { tenant_name: "Mais Atrasada" });
    const soon = await owing(6);
    await owing(60);
    const paid = await owing(-2, { tenant_name: "Paga Souza" });
    await book(paid.chargeId);
    await book(late.chargeId, { amount: 400 });
    const refunded = await surplusOf(3, "Pagou a mais");
    expect(await charges("overdue")).toEqual([later.number, late.number]);
    expect(await charges("due", { to_day: day(30) })).toEqual([soon.number]);
    expect(await charges("due", { from_day: day(7) })).toHaveLength(1);
    expect(await charges("refunds")).toEqual([refunded.number]);
    expect(await charges("payouts")).toEqual([]);
    expect(await totals("charge_totals", "overdue")).toEqual({
      count: 2,
      sum: 2600,
      overdue: 2600,
      nextSevenDays: 0,
    });
    expect(await totals("charge_totals", "due")).toMatchObject({ sum: 3000, nextSevenDays: 1500 });
    expect(await totals("charge_totals", "refunds")).toMatchObject({ count: 1, sum: 200 });
    expect((await call("list_charges", { view: "all" })).status).toBe(422);
    expect((await call("charge_totals", { view: null })).status).toBe(422);
    const { json } = await call("staff_counts", {});
    expect(json).toMatchObject({ paymentsOverdue: 2, refundsDue: 1, paymentsLeft: 0 });
  });

  test("are searched by tenant, contract number and Pix identifier", async () => {
    const plan = await owing(-3, { tenant_name: "Joana Prado", instalments: 3 });
    await owing(-3, { tenant_name: "Outra Pessoa" });
    const { number } = plan;
    const searches = [
      "prado",
      number.toLowerCase(),
      number.replaceAll("-", ""),
      `${number.replaceAll("-", "")}P02`,
    ];
    for (const search of searches) {
      expect(await charges("overdue", { search }), search).toEqual([number]);
    }
    expect(await charges("overdue", { search: "ninguém" })).toEqual([]);
    expect(await totals("charge_totals", "overdue", { search: "prado" })).toMatchObject({
      count: 1,
      sum: 500,
    });
  });

  test("are read in pages that neither repeat nor omit a row", async () => {
    for (let made = 0; made < 5; made += 1) await owing(-2);
    const seen: string[] = [];
    for (let after: Record<string, unknown> = {}; ;) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins after the former one
      const page = await rowsOf("list_charges", "overdue", { page_size: 2, ...after });
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      after = { after_date: last.due_on, after_id: last.id };
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  test("lists of refunds name the payee and the masked account, and the file for the bank the whole one", async () => {
    const { contractId, number, refundId } = await surplusOf(5, "Ana Beatriz Ribeiro");
    const [unknown] = await rowsOf("list_charges", "refunds");
    expect(unknown).toMatchObject({ account: null, account_version: 0, open: 200 });
    expect((await call("export_payouts", {})).json).toEqual([]);
    await confirmAccount(contractId);
    expect(await rowsOf("list_charges", "refunds")).toMatchObject([
      {
        id: refundId,
        payee: "Ana Márcia",
        account: "Pix •••m.br, em nome de A. M.",
        account_version: 1,
        awaits_second: false,
      },
    ]);
    expect((await call("export_payouts", {})).json).toMatchObject([
      {
        kind: "refund",
        payee: "Ana Márcia",
        document: "52998224725",
        account: tenantAccount,
        amount: 200,
        contractNumber: number,
      },
    ]);
    await book(refundId, { account_version: 1 });
    expect(await charges("refunds")).toEqual([]);
    expect((await call("export_payouts", {})).json).toEqual([]);
  });
});

describe("the lists of what has moved", () => {
  test("show payments, reversals and what is left, newest first, with sums of the same rows", async () => {
    const one = await owing();
    const first = await book(one.chargeId, { paid_on: day(-3) });
    const second = await book(one.chargeId, { amount: 100, seen_open: 0, paid_on: day(-2) });
    const two = await owing(5, { tenant_name: "Bia Prado" });
    const third = await book(two.chargeId, { amount: 50, paid_on: day(-1) });
    await reverse(third.movementId);
    expect(await movements("in")).toEqual(
      [third, second, first].map(({ movementId }) => movementId),
    );
    expect(await movements("to-allocate")).toEqual([second.movementId]);
    expect(await movements("to-allocate", { search: "prado" })).toEqual([]);
    expect(await movements("in", { page_size: 1 })).toEqual([third.movementId]);
    const after = { after_date: day(-1), after_id: third.movementId };
    expect(await movements("in", { page_size: 1, ...after })).toEqual([second.movementId]);
    const [out] = await rowsOf("list_movements", "out");
    expect(out).toMatchObject({ reverses: third.movementId, amount: 50, direction: "out" });
    const shown = await rowsOf("list_movements", "in", { search: "prado" });
    expect(shown).toMatchObject([
      { id: third.movementId, is_reversed: true, kind: "fee", rest: 0 },
    ]);
    expect(await movements("in", { from_day: day(-3), to_day: day(-2) })).toHaveLength(2);
    expect(await totals("movement_totals", "in")).toEqual({
      count: 3,
      in: 1650,
      out: 0,
      rest: 100,
    });
    expect(await totals("movement_totals", "out")).toMatchObject({ count: 1, out: 50 });
    expect(await totals("movement_totals", "to-allocate")).toMatchObject({ count: 1, rest: 100 });
    expect((await call("list_movements", { view: "x" })).status).toBe(422);
  });

  test("are exported with signs whose sum is the sum of the movements", async () => {
    const { contractId, refundId, number } = await surplusOf(5, "Ana Beatriz Ribeiro");
    await confirmAccount(contractId);
    await book(refundId, { account_version: 1 });
    const { movementId } = await book((await owing()).chargeId, { amount: 33.33 });
    await reverse(movementId, "Era de outro");
    const fileSchema = z.object({
      rows: z.array(z.looseObject({ sign: z.string(), amount: z.number() })),
      in: z.number(),
      out: z.number(),
      balance: z.number(),
    });
    const taken = await call("export_movements", { from_day: day(-30), to_day: day(0) });
    const { rows, ...sums } = fileSchema.parse(taken.json);
    expect(sums).toEqual({ in: 1733.33, out: 233.33, balance: 1500 });
    expect(rows.map(({ sign, amount }) => [sign, amount])).toEqual([
      ["+", 1700],
      ["-", -200],
      ["+", 33.33],
      ["-", -33.33],
    ]);
    expect(rows[0]).toMatchObject({
      movedOn: day(-1),
      kind: "fee",
      payee: "Payser",
      contractNumber: number,
      cpf: "52998224725",
      isReversal: false,
      receipt: expect.stringMatching(/^RC-/),
    });
    expect(rows[1]).toMatchObject({ kind: "refund", payee: "Ana Márcia" });
    expect(rows[3]).toMatchObject({ isReversal: true, note: "Era de outro" });
    const empty = await call("export_movements", { from_day: day(-60), to_day: day(-31) });
    expect(empty.json).toEqual({ rows: [], in: 0, out: 0, balance: 0 });
    for (const period of [
      { from_day: day(0), to_day: day(-1) },
      { from_day: day(-400), to_day: day(0) },
      { from_day: null, to_day: day(0) },
    ]) {
      expect((await call("export_movements", period)).status).toBe(422);
    }
  });
});

test("each reading and each export is on record", async () => {
  const { contractId, chargeId } = await owing();
  await book(chargeId, { amount: 10 });
  const count = async (action: string) => {
    const [row] = await fixtures.stack.sql`
      select count(*)::integer as times from public.audit_trail
      where action = ${action} and (details -> 'ids' ? ${contractId} or action = 'export-payments')`;
    return row?.["times"];
  };
  const before = await count("export-payments");
  await charges("due");
  await movements("in");
  await money(contractId);
  expect(await count("read-contracts")).toBeGreaterThan(0);
  await call("export_movements", { from_day: day(-1), to_day: day(0) });
  await call("export_payouts", {});
  expect(await count("export-payments")).toBe(Number(before) + 2);
});

test("a tenant reads the own balance, without the notes of staff, and no other", async () => {
  const { tenant } = fixtures.stack.personas;
  const contract_id = String(tenant.contractId);
  const { sql } = fixtures.stack;
  await sql`
    update public.contracts set fee = 900, fee_due_on = ${day(3)} where id = ${contract_id}`;
  await sql`
    select private.owe_fee(contract) from public.contracts as contract where id = ${contract_id}`;
  const [charge] = await sql`select id from public.charges where contract_id = ${contract_id}`;
  await book(String(charge?.["id"]), { amount: 400, note: "Só da equipe" });
  const own = await call("my_payments", { contract_id }, "tenant");
  expect(own.json).toMatchObject({
    owed: 500,
    paid: 400,
    charges: [{ kind: "fee", state: "partly" }],
    movements: [{ amount: 400, receipt: { number: expect.any(String) } }],
  });
  expect(JSON.stringify(own.json)).not.toContain("Só da equipe");
  for (const other of ["other tenant", "staff"] as const) {
    expect((await call("my_payments", { contract_id }, other)).json).toBeNull();
  }
});
