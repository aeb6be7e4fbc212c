import type { TransactionSql } from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { changeLedger } from "../support/delete-contracts.ts";
import { day, type Owing, paymentFixtures } from "../support/payment-fixtures.ts";
import { chargeRow, movementRow } from "../support/sample-rows.ts";

const fixtures = paymentFixtures();
const { owing, book, reverse } = fixtures;

let contract: Owing;
let movementId: string;
beforeEach(async () => {
  contract = await owing();
  ({ movementId } = await book(contract.chargeId, { amount: 1000 }));
});

const refused = { code: "42501" };
/** Error code of a violated rule, raised by a check constraint or by a trigger. */
const violated = { code: "23514" };

/** Runs a statement as the owner of the tables. The tests expect a refusal. */
const asOwner = (statement: string) => fixtures.stack.sql.unsafe(statement);
/** Runs a statement with the role that edge functions have. The tests expect a refusal. */
const asService = (statement: string) =>
  actAs(fixtures.stack.sql, { role: "service_role" }, (sql) => sql.unsafe(statement));

async function snapshot() {
  const [row] = await fixtures.stack.sql`
    select (select jsonb_agg(charge order by id) from public.charges as charge) as charges,
      (select jsonb_agg(movement order by id) from public.movements as movement) as movements,
      (select jsonb_agg(paid order by id) from public.allocations as paid) as allocations`;
  return row;
}

describe.each([
  ["the service role", asService],
  ["the owner of the tables", asOwner],
])("%s", (_who, run) => {
  test.each([
    "update public.movements set amount = 1",
    "update public.movements set contract_id = null",
    "update public.movements set note = 'x'",
    "delete from public.movements",
    "update public.allocations set amount = 1",
    "delete from public.allocations",
    "truncate public.movements cascade",
    "truncate public.allocations",
    "update public.charges set amount = 1",
    "update public.charges set allocated = 0",
    "update public.charges set due_on = due_on + 30",
    "update public.charges set contract_id = null",
    "delete from public.charges",
    "delete from public.contracts where id in (select contract_id from public.charges)",
  ])("cannot run: %s", async (statement) => {
    const before = await snapshot();
    await expect(run(statement)).rejects.toMatchObject(refused);
    expect(await snapshot()).toEqual(before);
  });
});

test.each([
  "update private.movement_rests set rest = 0",
  "insert into private.movement_rests select gen_random_uuid(), 1",
  "delete from private.receipts",
  "update private.receipts set number = 'RC-2026-00000000'",
])("the service role cannot run: %s", async (statement) => {
  await expect(asService(statement)).rejects.toMatchObject(refused);
});

test("a ledger of more than ten years can be deleted with its contract, and only by the owner", async () => {
  const { sql } = fixtures.stack;
  const old = "now() - interval '10 years 1 day'";
  await changeLedger(
    sql,
    `update public.charges set created_at = ${old}`,
    `update public.movements set booked_at = ${old}`,
    `update public.allocations set booked_at = ${old}`,
  );
  await expect(asService("delete from public.movements")).rejects.toMatchObject(refused);
  await sql`delete from public.contracts where id = ${contract.contractId}`;
  const [left] = await sql`
    select (select count(*) from public.movements)::integer as movements,
      (select count(*) from private.receipts)::integer as receipts`;
  expect(left).toEqual({ movements: 0, receipts: 0 });
});

/** Runs `work` as the service role. Throws an error if `work` succeeds, so that its changes are rolled back. */
const tryAsService = (work: (sql: TransactionSql) => Promise<unknown>) =>
  actAs(fixtures.stack.sql, { role: "service_role" }, async (sql) => {
    await work(sql);
    throw new Error("accepted");
  });
const allocation = (amount: number, changes: Record<string, unknown> = {}) => ({
  movement_id: movementId,
  charge_id: contract.chargeId,
  amount,
  ...changes,
});

describe("a constraint bounds", () => {
  test("the payments of a movement by its amount", async () => {
    const { sql } = fixtures.stack;
    await book(contract.chargeId);
    const other = { ...contract, ...(await owing()) };
    const small = { ...movementRow(other.contractId, { amount: 10 }), id: crypto.randomUUID() };
    await expect(
      tryAsService(async (service) => {
        await service`insert into public.movements ${sql(small)}`;
        const row = allocation(10.01, { movement_id: small.id, charge_id: other.chargeId });
        await service`insert into public.allocations ${sql(row)}`;
      }),
    ).rejects.toMatchObject({ ...violated, constraint_name: "movement_rests_within_amount" });
  });

  test("the payments of a charge by its amount", async () => {
    const { sql } = fixtures.stack;
    const large = {
      ...movementRow(contract.contractId, { amount: 5000 }),
      id: crypto.randomUUID(),
    };
    await expect(
      tryAsService(async (service) => {
        await service`insert into public.movements ${sql(large)}`;
        const row = allocation(500.01, { movement_id: large.id });
        await service`insert into public.allocations ${sql(row)}`;
      }),
    ).rejects.toMatchObject({ ...violated, constraint_name: "charges_allocated_within_amount" });
  });

  test("the refunds of a movement by what is left of it", async () => {
    const { sql } = fixtures.stack;
    const refund = (amount: number) =>
      chargeRow(contract.contractId, {
        kind: "refund",
        movement_id: movementId,
        cause: "surplus",
        txid: null,
        amount,
      });
    await expect(
      tryAsService((service) => service`insert into public.charges ${sql(refund(0.01))}`),
    ).rejects.toMatchObject({ ...violated, constraint_name: "movement_rests_within_amount" });
  });

  test("claims of a contract, by its limit", async () => {
    const { sql } = fixtures.stack;
    await sql`update public.contracts set cover_limit = 1000 where id = ${contract.contractId}`;
    const claim = (round: number, amount: number) => sql`
      with made as (
        insert into public.claims (
          lease_id, contract_id, request_id, opened_by, happened_on, complete_until, decide_by, withdrawn_at, withdrawn_why
        )
        values (
          ${contract.leaseId}, ${contract.contractId}, gen_random_uuid(), 'staff', ${day(0)}, ${day(1)}, ${day(2)}, now(),
          'landlord'
        )
        returning id
      )
      insert into public.charges (kind, contract_id, claim_id, round, amount, due_on, cause)
      select 'claim', ${contract.contractId}, id, ${round}, ${amount}, ${day(5)}, 'decision' from made
      returning id`;
    const [first] = await claim(1, 700);
    await expect(claim(1, 300.01)).rejects.toMatchObject({ code: "PT409" });
    await sql`
      update public.charges set cancelled_at = now(), cancel_reason = 'Revisão pedida'
      where id = ${String(first?.["id"])}`;
    await claim(1, 1000);
    await expect(sql`
      update public.charges set cancelled_at = null, cancel_reason = null
      where id = ${String(first?.["id"])}`).rejects.toMatchObject({ code: "PT409" });
  });

  test.each<[string, () => Record<string, unknown>]>([
    [
      "a charge that is paid from the beginning",
      () => chargeRow(contract.contractId, { instalment: 2, instalments: 2, allocated: 1 }),
    ],
    ["a second charge of the same instalment", () => chargeRow(contract.contractId)],
    [
      "a charge of nothing",
      () => chargeRow(contract.contractId, { instalment: 2, instalments: 2, amount: 0 }),
    ],
    ["an instalment outside of the plan", () => chargeRow(contract.contractId, { instalment: 2 })],
    ["a fee without a contract", () => chargeRow(contract.contractId, { contract_id: null })],
    ["a claim without a round", () => chargeRow(contract.contractId, { kind: "claim" })],
    ["a refund of no movement", () => chargeRow(contract.contractId, { kind: "refund" })],
  ])("charges: %s is refused", async (_what, row) => {
    await expect(
      tryAsService((sql) => sql`insert into public.charges ${sql(row())}`),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(?:23514|23505|42501)$/) });
  });
});

describe("a movement", () => {
  const reversal = (changes: Record<string, unknown> = {}) =>
    movementRow(contract.contractId, {
      direction: "out",
      amount: 1000,
      reverses: movementId,
      reason: "Engano",
      ...changes,
    });

  test.each<[string, () => Record<string, unknown>]>([
    ["of another amount", () => reversal({ amount: 999 })],
    ["of the same direction", () => reversal({ direction: "in" })],
    ["without a reason", () => reversal({ reason: null })],
    ["of another contract", () => reversal({ contract_id: null })],
    ["while the movement pays a charge", () => reversal()],
  ])("is not reversed by a row %s", async (_what, row) => {
    await expect(
      tryAsService((sql) => sql`insert into public.movements ${sql(row())}`),
    ).rejects.toMatchObject(violated);
  });

  test("is reversed at most once", async () => {
    await reverse(movementId);
    await expect(
      tryAsService((sql) => sql`insert into public.movements ${sql(reversal())}`),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23(?:505|514)$/) });
  });

  test("pays no charge of another contract or direction, and a reversal pays none", async () => {
    const other = await owing();
    const pays = (row: Record<string, unknown>) =>
      tryAsService((sql) => sql`insert into public.allocations ${sql(row)}`);
    const { movementId: surplus } = await book(contract.chargeId, { amount: 900 });
    const row = { movement_id: surplus, charge_id: other.chargeId, amount: 1 };
    await expect(pays(row)).rejects.toMatchObject(violated);
    const [out] = await fixtures.stack.sql`
      insert into public.movements ${fixtures.stack.sql(movementRow(other.contractId, { direction: "out" }))}
      returning id`;
    await expect(pays({ ...row, movement_id: String(out?.["id"]) })).rejects.toMatchObject(
      violated,
    );
    await reverse(movementId);
    const [undone] = await fixtures.stack.sql`
      select id from public.movements where reverses = ${movementId}`;
    const charge_id = contract.chargeId;
    await expect(
      pays({ movement_id: String(undone?.["id"]), charge_id, amount: 1 }),
    ).rejects.toMatchObject(violated);
  });

  test("is undone by a row of the same amount, once", async () => {
    const [paid] = await fixtures.stack.sql`
      select id::integer from public.allocations where movement_id = ${movementId}`;
    const undo = (changes: Record<string, unknown>) =>
      tryAsService(
        (sql) =>
          sql`insert into public.allocations ${sql(allocation(-1000, { undoes: Number(paid?.["id"]), ...changes }))}`,
      );
    await expect(undo({ amount: -1 })).rejects.toMatchObject(violated);
    await expect(undo({ undoes: null })).rejects.toMatchObject(violated);
    await expect(undo({})).rejects.toThrow("accepted");
    await reverse(movementId);
    await expect(undo({})).rejects.toMatchObject({
      code: expect.stringMatching(/^23(?:505|514)$/),
    });
  });
});
