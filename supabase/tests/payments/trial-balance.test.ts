import { beforeEach, describe, expect, test } from "vitest";
import { changeLedger, deleteContracts } from "../support/delete-contracts.ts";
import { type Owing, paymentFixtures } from "../support/payment-fixtures.ts";
import { chargeRow } from "../support/sample-rows.ts";

const fixtures = paymentFixtures();
const { call, owing, book, reverse, money, unbalanced } = fixtures;

let contract: Owing;
let movementId: string;
beforeEach(async () => {
  contract = await owing();
  ({ movementId } = await book(contract.chargeId, { amount: 1000 }));
});

describe("the trial balance", () => {
  test("is zero after bookings, surplus, refund, reversal and cancelling", async () => {
    const { movementId: second } = await book(contract.chargeId, { amount: 900 });
    await call("refund_payment", { movement_id: second });
    await reverse(movementId);
    await call("close_contract", {
      contract_id: contract.contractId,
      status: "cancelled",
      reason: "Dados trocados",
    });
    expect(await money(contract.contractId)).toMatchObject({ toGiveBack: 900, left: 0 });
    const [row] = await fixtures.stack.sql`
      select moved::float, allocated::float, rest::float, difference::float, rows_difference::float
      from private.trial_balance where contract_id = ${contract.contractId}`;
    expect(row).toEqual({ moved: 900, allocated: 0, rest: 900, difference: 0, rows_difference: 0 });
    expect(await unbalanced()).toBe(0);
  });

  const other = `(select id from public.charges where amount = 77)`;
  test.each([
    [
      "an allocation without its consequences",
      `insert into public.allocations (movement_id, charge_id, amount) select movement_id, charge_id, 5 from public.allocations limit 1`,
      ["spend_allocation"],
    ],
    [
      "an allocation of another charge of the same contract",
      `update public.allocations set charge_id = ${other}`,
      [],
    ],
    ["an allocation of another amount", `update public.allocations set amount = 999`, []],
    ["a movement of another amount", `update public.movements set amount = 1001`, []],
    ["a deleted movement", `delete from public.movements`, []],
    [
      "a charge that says it was paid",
      `update public.charges set allocated = 77 where amount = 77`,
      [],
    ],
    ["a rest that is too large", `update private.movement_rests set rest = 1`, []],
  ] as const)("is not zero after a forged row: %s", async (_what, statement, triggers) => {
    const { sql } = fixtures.stack;
    await sql`
      insert into public.charges ${sql(chargeRow(contract.contractId, { kind: "recovery", cause: "agreement", amount: 77 }))}`;
    expect(await unbalanced()).toBe(0);
    const turn = (how: string) =>
      triggers.map((name) => `alter table public.allocations ${how} trigger ${name}`);
    await changeLedger(sql, ...turn("disable"), statement, ...turn("enable"));
    expect(await unbalanced()).toBe(1);
    expect(await call("backend_metrics", {}, "service")).toMatchObject({
      json: { unbalancedContracts: 1 },
    });
  });
});

test("the fixtures' way to delete contracts turns the guards on again", async () => {
  await deleteContracts(fixtures.stack.sql);
  const off = await fixtures.stack.sql`
    select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`;
  expect([...off]).toEqual([]);
});
