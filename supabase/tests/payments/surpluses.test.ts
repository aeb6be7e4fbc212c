import { describe, expect, test } from "vitest";
import { z } from "zod";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";

const fixtures = paymentFixtures();
const { call, owing, book, reverse, money, confirmAccount, mails, unbalanced } = fixtures;

/** Makes a contract whose fee was paid twice. */
async function paidTwice(changes: Record<string, unknown> = {}) {
  const contract = await owing(5, { fee: 1776, ...changes });
  await book(contract.chargeId);
  const second = await book(contract.chargeId, { amount: 1776, seen_open: 0 });
  expect(second.json).toMatchObject({ changed: true, left: 1776 });
  return { ...contract, movementId: second.movementId };
}
const refund = async (movement_id: string) =>
  z
    .looseObject({ changed: z.boolean(), chargeId: z.string().default("") })
    .parse((await call("refund_payment", { movement_id })).json);
const allocate = (movement_id: string, charge_id: string) =>
  call("allocate_payment", { movement_id, charge_id });
const nextBusinessDay = async () => {
  const [row] = await fixtures.stack.sql`
    select private.next_business_day(private.today_in_brasilia())::text as day`;
  return String(row?.["day"]);
};

describe("a second payment of the same fee", () => {
  test("is left on its contract until one click makes a refund of it", async () => {
    const { contractId, movementId } = await paidTwice();
    expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1776, left: 1776 });
    expect((await call("staff_counts", {})).json).toMatchObject({ paymentsLeft: 1 });
    const dueOn = await nextBusinessDay();
    expect((await call("refund_payment", { movement_id: movementId })).json).toEqual({
      changed: true,
      chargeId: expect.any(String),
      dueOn,
    });
    expect((await call("refund_payment", { movement_id: movementId })).json).toEqual({
      changed: false,
      why: "spent",
    });
    const returned = await money(contractId);
    expect(returned).toMatchObject({ paid: 1776, left: 0, toGiveBack: 1776 });
    expect(returned.charges.filter(({ kind }) => kind === "refund")).toMatchObject([
      { amount: 1776, state: "due", dueOn },
    ]);
    expect(await mails()).toEqual(["payment-received", "payment-received", "refund-due"]);
    expect((await call("staff_counts", {})).json).toMatchObject({ paymentsLeft: 0, refundsDue: 1 });
    expect(await unbalanced()).toBe(0);
  });

  test("never pays the fee of another contract", async () => {
    const { contractId, movementId } = await paidTwice();
    const other = await owing(5, { fee: 1776 });
    expect(await allocate(movementId, other.chargeId)).toMatchObject({
      status: 422,
      json: { details: "charge_id" },
    });
    expect(await money(other.contractId)).toMatchObject({ owed: 1776, movements: [] });
    expect(await money(contractId)).toMatchObject({ left: 1776 });
  });

  test("pays a later instalment of the same contract when staff allocate it", async () => {
    const { contractId, chargeIds } = await owing(5, { instalments: 3 });
    const [first = "", second = "", third = ""] = chargeIds;
    const { movementId } = await book(first, { amount: 1200 });
    expect((await allocate(movementId, second)).json).toEqual({ changed: true, left: 200 });
    expect((await allocate(movementId, second)).json).toEqual({ changed: false, why: "paid" });
    expect((await allocate(movementId, third)).json).toEqual({ changed: true, left: 0 });
    expect((await allocate(movementId, third)).json).toEqual({ changed: false, why: "spent" });
    const found = await money(contractId);
    expect(found).toMatchObject({ owed: 300, paid: 1200, left: 0 });
    expect(found.charges.map(({ state }) => state)).toEqual(["paid", "paid", "partly"]);
    expect(found.movements).toMatchObject([
      {
        pays: [
          { chargeId: first, amount: 500 },
          { chargeId: second, amount: 500 },
          { chargeId: third, amount: 200 },
        ],
      },
    ]);
    await reverse(movementId);
    expect(await money(contractId)).toMatchObject({ owed: 1500, paid: 0, left: 0 });
    expect(await unbalanced()).toBe(0);
  });
});

describe("the refund of a surplus", () => {
  test("is paid as a whole to the confirmed account, which the movement keeps", async () => {
    const { contractId, movementId } = await paidTwice();
    const { chargeId } = await refund(movementId);
    const pay = (changes: Record<string, unknown> = {}) => book(chargeId, changes);
    expect((await pay()).json).toEqual({ changed: false, why: "no-account" });
    await confirmAccount(contractId);
    expect(await pay({ account_version: 1, amount: 1000 })).toMatchObject({
      status: 422,
      json: { message: "Pague o valor inteiro: R$ 1.776,00." },
    });
    const { movementId: paid } = await pay({ account_version: 1 });
    const found = await money(contractId);
    expect(found).toMatchObject({ toGiveBack: 0, givenBack: 1776, paid: 1776, left: 0 });
    expect(found.bookings[paid]).toMatchObject({ account: "Pix •••m.br, em nome de A. M." });
    const [row] = await fixtures.stack.sql`
      select account ->> 'key' as key from public.movements where id = ${paid}`;
    expect(row).toEqual({ key: "ana@exemplo.com.br" });
    const again = await book(chargeId, { amount: 1776, seen_open: 0, account_version: 1 });
    expect(again.json).toEqual({ changed: false, why: "paid" });
    expect(await mails()).toContain("refund-paid");
    expect(await unbalanced()).toBe(0);
  });

  test("is not paid on an account that has changed since staff saw it", async () => {
    const { contractId, movementId } = await paidTwice();
    const { chargeId } = await refund(movementId);
    await confirmAccount(contractId, 1);
    await confirmAccount(contractId, 2);
    for (const account_version of [1, null]) {
      expect(await book(chargeId, { account_version })).toMatchObject({
        status: 409,
        json: { message: expect.stringContaining("A conta mudou") },
      });
    }
    expect(await money(contractId)).toMatchObject({ toGiveBack: 1776, givenBack: 0 });
    expect((await book(chargeId, { account_version: 2 })).json).toMatchObject({ changed: true });
  });

  test("is cancelled by staff while unpaid, so that the money can be allocated", async () => {
    const { contractId, movementId } = await paidTwice();
    const { chargeId } = await refund(movementId);
    const cancel = (reason = "Paga a próxima parcela") =>
      call("cancel_refund", { charge_id: chargeId, reason });
    expect((await cancel("x")).status).toBe(422);
    expect((await cancel()).json).toEqual({ changed: true });
    expect((await cancel()).json).toEqual({ changed: false, why: "cancelled" });
    expect(await money(contractId)).toMatchObject({ toGiveBack: 0, left: 1776 });
    expect(await mails()).toEqual(["payment-received", "payment-received"]);
    expect(await refund(movementId)).toMatchObject({ changed: true });
  });

  test("a refund that the end of a contract owes cannot be cancelled by staff", async () => {
    const { contractId, chargeId } = await owing();
    await book(chargeId, { amount: 100 });
    await call("close_contract", {
      contract_id: contractId,
      status: "cancelled",
      reason: "Engano",
    });
    const { charges } = await money(contractId);
    const owed = charges.find(({ kind }) => kind === "refund");
    expect(
      (await call("cancel_refund", { charge_id: owed?.id, reason: "Não devolver" })).json,
    ).toEqual({ changed: false, why: "due" });
    const fee = await call("cancel_refund", { charge_id: chargeId, reason: "Não cobrar" });
    expect(fee.json).toEqual({ changed: false, why: "cancelled" });
    expect(await money(contractId)).toMatchObject({ toGiveBack: 100 });
  });

  test("a refund of a movement without contract is paid without an account, and writes to nobody", async () => {
    const line = { account: "1", day: day(-1), direction: "in", amount: "50.00", text: "PIX" };
    await call("book_statement", { lines: [line], choices: [{ place: 1, unknown: true }] });
    const [row] = await fixtures.stack.sql`select id from public.movements`;
    const { chargeId } = await refund(String(row?.["id"]));
    expect((await book(chargeId)).json).toMatchObject({ changed: true, left: 0 });
    expect(await mails()).toEqual([]);
    expect(await unbalanced()).toBe(0);
  });
});

test("a payment of no contract pays the fees of two contracts, each with its own part", async () => {
  const [one, two] = [await owing(), await owing()];
  const line = { account: "1", day: day(-1), direction: "in", amount: "2000.00", text: "TED" };
  await call("book_statement", { lines: [line], choices: [{ place: 1, unknown: true }] });
  const [row] = await fixtures.stack.sql`select id from public.movements`;
  const movementId = String(row?.["id"]);
  expect((await allocate(movementId, one.chargeId)).json).toEqual({ changed: true, left: 500 });
  // The remaining R$ 500,00 belong to no contract, so the first contract does not show them.
  expect(await money(one.contractId)).toMatchObject({ left: 0, movements: [{ left: 0 }] });
  expect((await allocate(movementId, two.chargeId)).json).toEqual({ changed: true, left: 0 });
  expect(await money(one.contractId)).toMatchObject({ owed: 0, paid: 1500, left: 0 });
  expect(await money(two.contractId)).toMatchObject({
    owed: 1000,
    paid: 500,
    left: 0,
    movements: [{ pays: [{ chargeId: two.chargeId, amount: 500 }] }],
  });
  await reverse(movementId);
  for (const { contractId } of [one, two]) {
    expect(await money(contractId)).toMatchObject({ owed: 1500, paid: 0 });
  }
  expect(await unbalanced()).toBe(0);
});
