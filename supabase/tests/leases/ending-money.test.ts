import { expect, test } from "vitest";
import { changeLedger } from "../support/delete-contracts.ts";
import { type Signed, endingFixtures } from "../support/ending-fixtures.ts";
import { tenantAccount } from "../support/owe-refund.ts";

const { fixtures, signed, asStaff, regret, day, ask, confirm, stateOf, dues, pay, queued } =
  endingFixtures();

const planOfThree = (daysAgo = 0) => signed({ daysAgo, offer: { instalments: 3 } });
const money = async ({ id }: Signed) => {
  const [row] = await fixtures.sql`
    select private.contract_money(${id}) - array['charges', 'movements'] as money`;
  return row?.["money"];
};
const unbalanced = async () => {
  const [row] = await fixtures.sql`select private.unbalanced_contracts()::integer as count`;
  return row?.["count"];
};
/** Sets the due days of the first instalments: the first number is the first instalment's distance from today. */
const dueIn = ({ id }: Signed, ...days: number[]) =>
  changeLedger(
    fixtures.sql,
    ...days.map(
      (ahead, place) =>
        `update public.charges set due_on = private.today_in_brasilia() + ${ahead}
        where contract_id = '${id}' and kind = 'fee' and instalment = ${place + 1}`,
    ),
  );
const confirmEnd = async (contract: Signed) => confirm((await ask(contract)).ending_id);
const close = ({ id }: Signed, status = "cancelled") =>
  asStaff("close_contract", { contract_id: id, status, reason: "Dados trocados" });
const undo = ({ id }: Signed) => asStaff("undo_closing", { contract_id: id });

test("a regret returns what was paid of a plan of three, and cancels all instalments", async () => {
  const contract = await planOfThree(2);
  await pay(contract);
  expect(await regret(contract)).toMatchObject({ refund: { amount: 540.15 } });
  expect(await dues(contract)).toEqual([
    "fee cancelled",
    "fee cancelled",
    "fee cancelled",
    "refund",
  ]);
  expect(await money(contract)).toMatchObject({ owed: 0, paid: 0, left: 0, toGiveBack: 540.15 });
  expect(await unbalanced()).toBe(0);
});

test("a regret returns a part payment, not the whole fee", async () => {
  const contract = await signed();
  await pay(contract, 0.25);
  expect(await regret(contract)).toMatchObject({ refund: { amount: 405.11 } });
  expect(await money(contract)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 405.11 });
});

test("instalments that are due after the keys are owed no more; those that were due before stay", async () => {
  const [late, early, plan] = [
    await signed({ daysAgo: 60 }),
    await signed({ daysAgo: 60 }),
    await planOfThree(60),
  ];
  await dueIn(late, 5);
  await dueIn(early, -5);
  await dueIn(plan, -40, -10, 20);
  await pay(plan);
  for (const contract of [late, early, plan]) await confirmEnd(contract);
  expect(await dues(late)).toEqual(["fee cancelled"]);
  expect(await dues(early)).toEqual(["fee"]);
  expect((await dues(plan)).toSorted()).toEqual(["fee", "fee cancelled", "fee paid"]);
  expect(await money(plan)).toMatchObject({ owed: 540.15, paid: 540.15, toGiveBack: 0 });
});

test("a part payment of an instalment that is owed no more goes back", async () => {
  const contract = await planOfThree(60);
  await dueIn(contract, 5, 35, 65);
  await pay(contract, 0.5);
  await confirmEnd(contract);
  expect(await money(contract)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 270.08 });
  expect(await queued()).toContain("refund-due");
});

test("the schedule ends a contract and returns what is left of its payments", async () => {
  const contract = await signed({ daysAgo: 60 });
  await dueIn(contract, 5);
  await pay(contract, 0.5);
  const { ending_id } = await ask(contract, { keys_on: await day(2) });
  await confirm(ending_id);
  expect(await money(contract)).toMatchObject({ paid: 810.23, toGiveBack: 0 });
  await fixtures.sql`update public.contract_endings set keys_on = private.today_in_brasilia() - 1`;
  await fixtures.call("run_schedule", {});
  await fixtures.call("run_schedule", {});
  expect(await stateOf(contract)).toMatchObject({ status: "ended" });
  expect(await money(contract)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 810.23 });
  expect(await unbalanced()).toBe(0);
});

test("undoing a closing brings back charges, payments and refunds as they were", async () => {
  const { sql } = fixtures;
  const contract = await planOfThree(60);
  await sql`update private.staff_settings set undo_seconds = 30`;
  await pay(contract, 0.5);
  const before = [await money(contract), await dues(contract)];
  await sql`delete from public.outgoing_mail`;
  await close(contract);
  expect(await money(contract)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 270.08 });
  expect(await undo(contract)).toMatchObject({ changed: true });
  expect(await money(contract)).toEqual({ ...Object(before[0]), givenBack: 0 });
  expect((await dues(contract)).toSorted()).toEqual(["fee", "fee", "fee", "refund cancelled"]);
  expect(await queued()).toEqual([]);
  expect(await unbalanced()).toBe(0);
});

test("a refund that was paid before a closing is undone stays, and the fee is owed again", async () => {
  const { sql } = fixtures;
  const contract = await signed({ daysAgo: 60 });
  await sql`update private.staff_settings set undo_seconds = 30`;
  await pay(contract, 0.5);
  await close(contract);
  await sql`
    insert into public.refund_accounts (contract_id, account, version, confirmed_at)
    values (${contract.id}, ${sql.json(tenantAccount)}, 1, now())`;
  const [refund] = await sql`
    select id from public.charges where contract_id = ${contract.id} and kind = 'refund'`;
  expect(
    await asStaff("book_payment", {
      movement_id: crypto.randomUUID(),
      charge_id: refund?.["id"],
      paid_on: await day(0),
      amount: 810.23,
      seen_open: 810.23,
      account_version: 1,
    }),
  ).toMatchObject({ changed: true });
  await undo(contract);
  expect(await money(contract)).toMatchObject({ owed: 1620.45, paid: 0, givenBack: 810.23 });
  expect(await unbalanced()).toBe(0);
});

test("a charge that was cancelled before a closing stays cancelled when the closing is undone", async () => {
  const { sql } = fixtures;
  const contract = await planOfThree(60);
  await sql`update private.staff_settings set undo_seconds = 30`;
  await sql`
    update public.charges set cancelled_at = now() - interval '1 day', cancel_reason = 'Acordo'
    where contract_id = ${contract.id} and instalment = 3`;
  await close(contract);
  await undo(contract);
  expect((await dues(contract)).toSorted()).toEqual(["fee", "fee", "fee cancelled"]);
});
