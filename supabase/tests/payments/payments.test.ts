import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";

const fixtures = paymentFixtures();
const { call, owing, openOf, book, reverse, money, mails, trail, unbalanced } = fixtures;

const wasChanged = (json: unknown) =>
  z.object({ changed: z.literal(true) }).safeParse(json).success;

/** Books a payment over a separate connection, because the only connection of the API cannot run two calls at once. */
const bookAlone = (charge_id: string, amount: number, seen_open: number) =>
  actAs(
    fixtures.stack.sql,
    { role: "authenticated", userId: String(fixtures.stack.personas.staff.userId) },
    (sql) =>
      callAsConnected(sql, "book_payment", {
        movement_id: crypto.randomUUID(),
        charge_id,
        paid_on: day(0),
        amount,
        seen_open,
      }),
  );

/** Locks the row of a contract until the calls wait for the lock; returns the answers of the calls. */
async function whileHeld(contractId: string, start: () => Promise<unknown>[]) {
  let calls: Promise<unknown>[] = [];
  await fixtures.stack.sql.begin(async (sql) => {
    await sql`select from public.contracts where id = ${contractId} for update`;
    calls = start();
    await expect
      .poll(
        async () => {
          // Reads pg_locks, because pg_stat_activity does not change within a transaction.
          const [row] = await sql`
            select count(*)::integer as waiting from pg_locks where not granted`;
          return row?.["waiting"];
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(1);
  });
  return Promise.all(calls);
}

const cancel = (contract_id: string) =>
  call("close_contract", { contract_id, status: "cancelled", reason: "Dados trocados" });

describe("a booking by hand", () => {
  test("pays a fee on a day, with a note, and is found by contract, charge and movement", async () => {
    const { contractId, chargeId } = await owing();
    expect(await money(contractId)).toMatchObject({ owed: 1500, paid: 0 });
    const { json, movementId } = await book(chargeId, {
      paid_on: day(-3),
      note: " Comprovante por e-mail ",
    });
    expect(json).toEqual({ changed: true, movementId, left: 0 });
    const found = await money(contractId);
    expect(found).toMatchObject({ owed: 0, paid: 1500, toGiveBack: 0, givenBack: 0, left: 0 });
    expect(found.charges).toMatchObject([{ state: "paid", paidOn: day(-3), open: 0 }]);
    expect(found.movements).toMatchObject([
      {
        id: movementId,
        direction: "in",
        kind: "fee",
        amount: 1500,
        movedOn: day(-3),
        receipt: { number: expect.stringMatching(/^RC-/), code: expect.any(String) },
        pays: [{ chargeId, amount: 1500 }],
      },
    ]);
    expect(found.bookings[movementId]).toMatchObject({
      source: "by-hand",
      note: "Comprovante por e-mail",
      bookedBy: "staff@payser.example",
      mayReverse: true,
      reversal: null,
    });
    expect(await money(chargeId)).toEqual(found);
    expect(await money(movementId)).toEqual(found);
    expect(await mails()).toEqual(["payment-received"]);
    expect(await trail(contractId)).toEqual(["book-payment"]);
  });

  test("a payment of half a fee leaves the other half owed, and each half has its receipt", async () => {
    const { contractId, chargeId } = await owing(5, { fee: 1776 });
    await book(chargeId, { amount: 888 });
    const half = await money(contractId);
    expect(half).toMatchObject({ owed: 888, paid: 888, left: 0 });
    expect(half.charges).toMatchObject([
      { state: "partly", allocated: 888, open: 888, paidOn: null },
    ]);
    await book(chargeId);
    const whole = await money(contractId);
    expect(whole).toMatchObject({ owed: 0, paid: 1776 });
    expect(whole.charges).toMatchObject([{ state: "paid", paidOn: day(0) }]);
    const numbers = whole.movements.map(({ receipt }) => Object(receipt).number);
    expect(new Set(numbers).size).toBe(2);
    expect(await mails()).toEqual(["payment-received", "payment-received"]);
  });

  test("a payment of a part is returned when the contract is cancelled: 30.05, not the whole fee", async () => {
    const { contractId, chargeId } = await owing(5, { fee: 3005.76 });
    await book(chargeId, { amount: 30.05 });
    expect(await money(contractId)).toMatchObject({ owed: 2975.71, paid: 30.05 });
    await cancel(contractId);
    const cancelled = await money(contractId);
    expect(cancelled).toMatchObject({ owed: 0, paid: 0, toGiveBack: 30.05, left: 0 });
    expect(cancelled.charges).toContainEqual(
      expect.objectContaining({ kind: "refund", amount: 30.05, state: "due" }),
    );
    await call("undo_closing", { contract_id: contractId });
    expect(await money(contractId)).toMatchObject({ owed: 2975.71, paid: 30.05, toGiveBack: 0 });
    expect(await mails()).toEqual(["payment-received"]);
    expect(await unbalanced()).toBe(0);
  });

  test("is booked once per movement id, and not on an amount that has changed", async () => {
    const { contractId, chargeId } = await owing();
    const { movementId } = await book(chargeId, { amount: 500 });
    const again = await book(chargeId, { movement_id: movementId, amount: 500, seen_open: 1500 });
    expect(again.json).toEqual({ changed: false, why: "booked" });
    const late = await book(chargeId, { amount: 1500, seen_open: 1500 });
    expect(late.json).toEqual({ changed: false, why: "changed" });
    expect(await money(contractId)).toMatchObject({ paid: 500, owed: 1000, left: 0 });
  });

  test.each([
    ["tomorrow", { paid_on: day(1) }, /depois de hoje/, "paid_on"],
    ["a day before the acceptance", { paid_on: day(-11) }, /não pode ser antes de \d/, "paid_on"],
    ["no day", { paid_on: null }, /Informe o dia/, "paid_on"],
    ["a long note", { note: "x".repeat(501) }, /no máximo 500/, "note"],
    ["nothing", { amount: 0 }, /maior que zero/, "amount"],
    ["a negative amount", { amount: -1 }, /maior que zero/, "amount"],
    ["no amount", { amount: null }, /maior que zero/, "amount"],
    ["a third decimal", { amount: 10.005 }, /reais e centavos/, "amount"],
    ["more than the column holds", { amount: 10_000_000_000 }, /reais e centavos/, "amount"],
  ])("is refused for %s", async (_what, changes, message, details) => {
    const { contractId, chargeId } = await owing();
    const answer = await book(chargeId, changes);
    expect(answer).toMatchObject({
      status: 422,
      json: { message: expect.stringMatching(message), details },
    });
    expect(await money(contractId)).toMatchObject({ owed: 1500, movements: [] });
  });

  test("takes the largest amount that the column holds, and no text as an amount", async () => {
    const { contractId, chargeId } = await owing();
    for (const amount of ["NaN", "1e308", "Infinity", "x"]) {
      const { status } = await book(chargeId, { amount });
      expect([400, 422], amount).toContain(status);
    }
    await book(chargeId, { amount: 9_999_999_999.99 });
    expect(await money(contractId)).toMatchObject({ owed: 0, left: 9_999_998_499.99 });
    expect(await unbalanced()).toBe(0);
  });

  test("a booking of an unknown charge answers that there is none", async () => {
    expect((await book(crypto.randomUUID())).status).toBe(404);
    expect((await call("contract_payments", { of_id: crypto.randomUUID() })).status).toBe(404);
  });

  test("a booking of the same amount a hundred times at once is booked once", async () => {
    const { contractId, chargeId } = await owing();
    const answers = await whileHeld(contractId, () =>
      Array.from({ length: 100 }, () => bookAlone(chargeId, 1500, 1500)),
    );
    expect(answers.filter(wasChanged)).toHaveLength(1);
    expect(await trail(contractId)).toEqual(["book-payment"]);
    expect(await money(contractId)).toMatchObject({ paid: 1500, left: 0 });
  });
});

describe("the fee of a contract that is over", () => {
  test("is owed no more, and a payment that arrives later becomes a refund by itself", async () => {
    const { contractId, chargeId } = await owing(-2);
    await cancel(contractId);
    expect(await money(contractId)).toMatchObject({ owed: 0 });
    const late = await book(chargeId, { amount: 1500, seen_open: 0 });
    expect(late.json).toMatchObject({ changed: true, left: 0 });
    expect(await money(contractId)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 1500, left: 0 });
    expect(await mails()).toEqual(["contract-ended", "payment-received", "refund-due"]);
    await reverse(late.movementId);
    expect(await money(contractId)).toMatchObject({ owed: 0, toGiveBack: 0, left: 0 });
    expect(await mails()).toEqual(["contract-ended"]);

    // When the closing is undone, the payment that arrived meanwhile pays the fee.
    await book(chargeId, { amount: 1500, seen_open: 0 });
    await call("undo_closing", { contract_id: contractId });
    expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1500, toGiveBack: 0, left: 0 });
    expect(await mails()).toEqual(["payment-received"]);
    expect(await unbalanced()).toBe(0);
  });

  test("is owed again when the closing is undone", async () => {
    const { contractId, chargeId } = await owing(-2);
    await cancel(contractId);
    await call("undo_closing", { contract_id: contractId });
    const { owed, charges } = await money(contractId);
    expect({ owed, charges }).toMatchObject({
      owed: 1500,
      charges: [{ id: chargeId, state: "overdue" }],
    });
  });

  test("is paid or returned when a booking and a cancelling come at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { contractId, chargeId } = await owing();
      const [, closed] = await whileHeld(contractId, () => [
        bookAlone(chargeId, 700, 1500),
        actAs(
          fixtures.stack.sql,
          { role: "authenticated", userId: String(fixtures.stack.personas.staff.userId) },
          (sql) =>
            callAsConnected(sql, "close_contract", {
              contract_id: contractId,
              status: "cancelled",
              reason: "Dados trocados",
            }),
        ),
      ]);
      expect(closed).toMatchObject({ changed: true });
      // Either the booking came first and its money is to be returned, or the booking was refused because nothing was
      // open.
      const { owed, paid, left, toGiveBack } = await money(contractId);
      expect({ owed, paid, left }).toEqual({ owed: 0, paid: 0, left: 0 });
      expect([0, 700]).toContain(toGiveBack);
      expect(await openOf(chargeId)).toBe(0);
    }
    expect(await unbalanced()).toBe(0);
  });
});
