import { expect, test } from "vitest";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";
import { changeLedger } from "../support/delete-contracts.ts";

const fixtures = paymentFixtures();
const { call, owing, book, reverse, money, confirmAccount, mails, sendMails, trail, unbalanced } =
  fixtures;

/** Moves the dates of all rows of the ledger back by `days`. */
const ageLedger = (days: number) =>
  changeLedger(
    fixtures.stack.sql,
    `update public.movements set booked_at = booked_at - interval '${days} days', moved_on = moved_on - ${days}`,
    `update public.allocations set booked_at = booked_at - interval '${days} days'`,
    `update public.charges set created_at = created_at - interval '${days} days'`,
  );
const letterFee = async (contractId: string) => {
  const [row] = await fixtures.stack.sql`
    select letter_fee from public.contracts where id = ${contractId}`;
  return row?.["letter_fee"];
};
const refundOf = async (contractId: string) => {
  const { charges } = await money(contractId);
  const refund = charges.find(({ kind, state }) => kind === "refund" && state !== "cancelled");
  return refund?.id ?? "";
};

test("a colleague reverses a booking on another day, and both rows stay with the reason", async () => {
  const { contractId, chargeId } = await owing();
  const { movementId } = await book(chargeId, { note: "Comprovante" });
  await ageLedger(40);
  expect((await reverse(movementId, "ok")).status).toBe(422);
  expect((await reverse(movementId, "x".repeat(501))).status).toBe(422);
  const answer = await reverse(movementId, " Era de outro contrato ", "other staff");
  expect(answer.json).toEqual({ changed: true });
  const { owed, paid, left, movements, bookings } = await money(contractId);
  expect({ owed, paid, left }).toEqual({ owed: 1500, paid: 0, left: 0 });
  expect(movements).toMatchObject([{ id: movementId, isReversed: true, left: 0, pays: [] }]);
  expect(bookings).toEqual({
    [movementId]: expect.objectContaining({
      note: "Comprovante",
      bookedBy: "staff@payser.example",
      mayReverse: false,
      reversal: {
        at: expect.stringContaining("T"),
        by: "other.staff@payser.example",
        reason: "Era de outro contrato",
      },
    }),
  });
  expect((await reverse(movementId)).json).toEqual({ changed: false, why: "reversed" });
  const rows = await fixtures.stack.sql`
    select direction, amount::float, moved_on::text, reason from public.movements
    where contract_id = ${contractId} order by booked_at`;
  expect([...rows]).toEqual([
    { direction: "in", amount: 1500, moved_on: day(-40), reason: null },
    { direction: "out", amount: 1500, moved_on: day(0), reason: "Era de outro contrato" },
  ]);
  await book(chargeId);
  expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1500 });
  expect(await trail(contractId)).toEqual(["book-payment", "undo-payment", "book-payment"]);
  expect(await unbalanced()).toBe(0);
});

test("a reversal takes back letter, mails and reminders, and the next payment brings them again", async () => {
  const { contractId, chargeId } = await owing(0, { letter_fee: "awaited" });
  const remind = () => fixtures.stack.sql`
    select private.remind_of_fees(${`${day(0)}T12:00:00-03:00`}::timestamptz)`;
  await remind();
  expect(await mails()).toEqual(["fee-overdue"]);
  const { movementId } = await book(chargeId);
  expect(await letterFee(contractId)).toBe("paid");
  expect(await mails()).toEqual(["letter-fee", "payment-received"]);
  await reverse(movementId);
  expect(await letterFee(contractId)).toBe("awaited");
  expect(await mails()).toEqual([]);
  await remind();
  expect(await mails()).toEqual(["fee-overdue"]);
  await book(chargeId);
  expect(await mails()).toEqual(["letter-fee", "payment-received"]);
});

test("a reversal corrects the mails that have left, each once", async () => {
  const { contractId, chargeId } = await owing(5, { letter_fee: "awaited" });
  const { movementId } = await book(chargeId);
  await sendMails();
  await reverse(movementId);
  expect(await mails()).toEqual(["letter-fee", "payment-reversed"]);
  await sendMails();
  expect((await reverse(movementId)).json).toMatchObject({ changed: false });
  expect(await mails()).toEqual([]);
  expect(await letterFee(contractId)).toBe("awaited");
});

test("the mail about a payment leaves after the time in which it may be undone", async () => {
  const { chargeId } = await owing();
  await book(chargeId);
  const [mail] = await fixtures.stack.sql`
    select template, next_attempt_at > now() + interval '5 seconds' as waits from public.outgoing_mail`;
  expect(mail).toEqual({ template: "payment-received", waits: true });
});

test("a payment whose refund was paid is reversed after the refund, and the refund is open again", async () => {
  const { contractId, chargeId } = await owing();
  const { movementId } = await book(chargeId, { amount: 1800 });
  await call("refund_payment", { movement_id: movementId });
  await confirmAccount(contractId);
  const paid = await book(await refundOf(contractId), { account_version: 1 });
  expect(await money(contractId)).toMatchObject({ toGiveBack: 0, givenBack: 300 });
  expect((await reverse(movementId)).json).toEqual({ changed: false, why: "refunded" });
  await sendMails();
  await reverse(paid.movementId, "O banco devolveu");
  expect(await money(contractId)).toMatchObject({ toGiveBack: 300, givenBack: 0 });
  expect(await mails()).toEqual(["payment-reversed"]);
  expect((await reverse(movementId)).json).toEqual({ changed: true });
  const { owed, toGiveBack, left } = await money(contractId);
  expect({ owed, toGiveBack, left }).toEqual({ owed: 1500, toGiveBack: 0, left: 0 });
  expect(await unbalanced()).toBe(0);
});

test("the notice of an unpaid fee holds again after the reversal of its payment", async () => {
  const { contractId, chargeId } = await owing(-9);
  await call("give_notice", { charge_id: chargeId, notice_on: day(10) });
  const { movementId } = await book(chargeId);
  expect((await call("close_unpaid", { charge_id: chargeId })).json).toMatchObject({
    why: "not-overdue",
  });
  await reverse(movementId);
  expect((await money(contractId)).charges).toMatchObject([
    { state: "overdue", noticeOn: day(10) },
  ]);
  expect((await call("close_unpaid", { charge_id: chargeId })).json).toMatchObject({
    why: "too-early",
  });
});

test("a movement that nobody booked, and a reversal itself, cannot be reversed", async () => {
  const { chargeId } = await owing();
  const { movementId } = await book(chargeId);
  await reverse(movementId);
  const [reversal] = await fixtures.stack.sql`
    select id from public.movements where reverses = ${movementId}`;
  expect((await reverse(String(reversal?.["id"]))).status).toBe(404);
  expect((await reverse(crypto.randomUUID())).status).toBe(404);
});

test("one of ten reversals at once is booked", async () => {
  const { contractId, chargeId } = await owing();
  const { movementId } = await book(chargeId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(movementId)));
  expect(answers.filter(({ json }) => Object(json).changed)).toHaveLength(1);
  expect(await money(contractId)).toMatchObject({ owed: 1500, left: 0 });
  expect(await trail(contractId)).toEqual(["book-payment", "undo-payment"]);
});
