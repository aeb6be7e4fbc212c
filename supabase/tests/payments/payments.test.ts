import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";
import type { PersonaName } from "../support/personas.ts";

const fixtures = paymentFixtures();
const { call, owing, book } = fixtures;

const wasChanged = (json: unknown) =>
  z.object({ changed: z.literal(true) }).safeParse(json).success;

const wasToRefund = (json: unknown) =>
  z.object({ isToRefund: z.literal(true) }).safeParse(json).success;

/** The API of these tests has one connection, on which nothing comes at once. */
const bookOverAnotherConnection = (payment_id: string) =>
  actAs(
    fixtures.stack.sql,
    { role: "authenticated", userId: String(fixtures.stack.personas.staff.userId) },
    (sql) => callAsConnected(sql, "book_payment", { payment_id, paid_on: day(0) }),
  );

/** What a regret does to the money, as whoever holds the contract's row does it. */
const regret = (contractId: string) =>
  fixtures.stack.sql.begin(async (sql) => {
    await sql`select from public.contracts where id = ${contractId} for update`;
    await sql`select private.owe_refund(${contractId})`;
  });

/** The answers of calls that all came before any of them could go on: this holds the payment's row. */
async function whileHeld(paymentId: string, start: () => Promise<unknown>[]) {
  let calls: Promise<unknown>[] = [];
  await fixtures.stack.sql.begin(async (sql) => {
    await sql`select from public.payments where id = ${paymentId} for update`;
    calls = start();
    await expect
      .poll(
        async () => {
          // Not of pg_stat_activity, which reads the same throughout a transaction.
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

const moneySchema = z.object({
  owed: z.number(),
  paid: z.number(),
  toGiveBack: z.number(),
  givenBack: z.number(),
  payments: z.array(z.object({ id: z.string(), what: z.string(), state: z.string() })),
  bookings: z.record(z.string(), z.object({ note: z.nullable(z.string()), undone: z.unknown() })),
});
const money = async (of_id: string) =>
  moneySchema.parse((await call("contract_payments", { of_id })).json);

const cancel = (contract_id: string) =>
  call("close_contract", { contract_id, status: "cancelled", reason: "Dados trocados" });

describe("booking", () => {
  test("a fee is received on a day, with a note; it is found by contract and by payment", async () => {
    const { contractId, paymentId } = await owing();
    expect(await money(contractId)).toMatchObject({ owed: 1500, paid: 0 });
    const answer = await book(paymentId, { paid_on: day(-3), note: " Comprovante por e-mail " });
    expect(answer.json).toEqual({ changed: true });
    const [{ payments, bookings, ...balance }, same] = [
      await money(contractId),
      await money(paymentId),
    ];
    expect(same).toMatchObject(balance);
    expect(balance).toEqual({ owed: 0, paid: 1500, toGiveBack: 0, givenBack: 0 });
    expect(payments).toEqual([expect.objectContaining({ state: "paid" })]);
    expect(bookings[paymentId]).toMatchObject({ note: "Comprovante por e-mail" });
    expect((await book(paymentId)).json).toEqual({ changed: false, why: "paid" });
  });

  test.each([
    ["of tomorrow", { paid_on: day(1) }, "O dia do pagamento não pode ser depois de hoje."],
    [
      "before the acceptance",
      { paid_on: day(-11) },
      "O dia do pagamento não pode ser antes do aceite do contrato.",
    ],
    ["of no day", { paid_on: null }, "Informe o dia do pagamento."],
    ["with a long note", { note: "x".repeat(501) }, "A anotação tem no máximo 500 caracteres."],
  ])("%s is refused", async (_what, changes, message) => {
    const { contractId, paymentId } = await owing();
    expect(await book(paymentId, changes)).toMatchObject({ status: 422, json: { message } });
    expect(await money(contractId)).toMatchObject({ owed: 1500, paid: 0 });
  });

  test("of nothing finds nothing", async () => {
    expect((await book(crypto.randomUUID())).status).toBe(404);
    expect((await call("contract_payments", { of_id: crypto.randomUUID() })).status).toBe(404);
  });

  test("money for a fee that is owed no more is booked, and is then to be given back", async () => {
    const dropped = await owing();
    await fixtures.stack.sql`select private.drop_dues(${dropped.contractId})`;
    const cancelled = await owing(-2);
    await cancel(cancelled.contractId);
    for (const { contractId, paymentId } of [dropped, cancelled]) {
      expect(await money(contractId)).toMatchObject({ owed: 0 });
      expect((await book(paymentId)).json).toEqual({ changed: true, isToRefund: true });
      expect((await book(paymentId)).json).toEqual({ changed: false, why: "paid" });
      expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1500, toGiveBack: 1500 });
      await call("undo_payment", { payment_id: paymentId, reason: "Era de outro" });
      expect(await money(contractId)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 0 });
    }
    await book(cancelled.paymentId);
    // What was booked meanwhile stays when the closing is taken back, and nothing is to be given back.
    await call("undo_closing", { contract_id: cancelled.contractId });
    expect(await money(cancelled.contractId)).toMatchObject({ paid: 1500, toGiveBack: 0 });
  });

  test("a cancelled contract owes its fee again once that is taken back", async () => {
    const { contractId, number } = await owing(-2);
    await cancel(contractId);
    expect(await list("overdue")).toEqual([]);
    await call("undo_closing", { contract_id: contractId });
    expect(await money(contractId)).toMatchObject({ owed: 1500 });
    expect(await list("overdue")).toEqual([number]);
  });

  test("a hundred at once have one outcome", async () => {
    const { contractId, paymentId } = await owing();
    const answers = await whileHeld(paymentId, () =>
      Array.from({ length: 100 }, () => bookOverAnotherConnection(paymentId)),
    );
    expect(answers.filter(wasChanged)).toHaveLength(1);
    expect(await trail(contractId)).toEqual(["book-payment"]);
  });

  test("beside a cancelling or a regret, one comes first and both agree on it", async () => {
    for (let round = 0; round < 3; round += 1) {
      const cancelled = await owing();
      const [booked, closed] = await Promise.all([
        book(cancelled.paymentId),
        cancel(cancelled.contractId),
      ]);
      expect(closed.json).toMatchObject({ changed: true });
      const { payments, toGiveBack: back } = await money(cancelled.contractId);
      expect(payments[0]?.state).toBe("paid");
      // Owed when it came, or not any more.
      expect(back).toBe(wasToRefund(booked.json) ? 1500 : 0);
      const regretted = await owing();
      await whileHeld(regretted.paymentId, () => [
        bookOverAnotherConnection(regretted.paymentId),
        regret(regretted.contractId),
      ]);
      const { toGiveBack } = await money(regretted.contractId);
      expect(toGiveBack).toBe(1500);
    }
  });
});

describe("undoing", () => {
  const undo = (payment_id: string, reason = "Era de outro contrato", as?: PersonaName) =>
    call("undo_payment", { payment_id, reason }, as);

  test("on the same day a colleague takes it back, and the booking stays with the reason", async () => {
    const { contractId, paymentId } = await owing();
    await book(paymentId, { note: "Comprovante" });
    expect((await undo(paymentId, "ok")).status).toBe(422);
    const answer = await undo(paymentId, " Era de outro contrato ", "releasing staff");
    expect(answer.json).toEqual({ changed: true });
    const { owed, bookings } = await money(contractId);
    expect(owed).toBe(1500);
    expect(bookings[paymentId]?.undone).toEqual([
      expect.objectContaining({
        paidOn: day(0),
        how: "by-hand",
        note: "Comprovante",
        bookedBy: fixtures.stack.personas.staff.userId,
        undoneBy: fixtures.stack.personas["releasing staff"].userId,
        reason: "Era de outro contrato",
      }),
    ]);
    expect((await undo(paymentId)).json).toEqual({ changed: false, why: "unpaid" });
    expect((await book(paymentId)).json).toEqual({ changed: true });
    expect(await trail(contractId)).toEqual(["book-payment", "undo-payment", "book-payment"]);
  });

  test("it is too late on the next day", async () => {
    const { paymentId } = await owing();
    await book(paymentId);
    await fixtures.stack.sql`
      update public.payments set booked_at = now() - interval '1 day' where id = ${paymentId}`;
    expect((await undo(paymentId)).json).toEqual({ changed: false, why: "too-late" });
  });

  test("the refund that was worked out with it goes, unless it was made", async () => {
    const { contractId, paymentId } = await owing();
    await book(paymentId);
    const [refund] = await fixtures.stack.sql`
      select private.owe_refund(${contractId})::float as amount`;
    expect(refund).toEqual({ amount: 1500 });
    expect(await money(contractId)).toMatchObject({ toGiveBack: 1500 });
    const [row] = await fixtures.stack.sql`
      select id from public.payments where contract_id = ${contractId} and what = 'refund'`;
    const refundId = String(row?.["id"]);
    await book(refundId);
    expect(await money(contractId)).toMatchObject({ toGiveBack: 0, givenBack: 1500 });
    expect((await undo(paymentId)).json).toEqual({ changed: false, why: "refunded" });
    await undo(refundId);
    expect((await undo(paymentId)).json).toEqual({ changed: true });
    expect(await money(contractId)).toMatchObject({ owed: 0, paid: 0, toGiveBack: 0 });
  });
});

describe("the list", () => {
  test("shows what is due, overdue, to be given back and was paid, each by its day", async () => {
    const late = await owing(-1, { tenant_name: "Atrasada Souza" });
    const later = await owing(-4, { tenant_name: "Mais Atrasada" });
    const soon = await owing(0);
    const paid = await owing(-2, { tenant_name: "Paga Souza" });
    await book(paid.paymentId, { paid_on: day(-2) });
    const regretted = await owing(3, { tenant_name: "Desistiu" });
    await book(regretted.paymentId, { paid_on: day(-1) });
    await fixtures.stack.sql`select private.owe_refund(${regretted.contractId})`;
    expect(await list("overdue")).toEqual([later.number, late.number]);
    expect(await list("due")).toEqual([soon.number]);
    expect(await list("refunds")).toEqual([regretted.number]);
    expect(await list("paid")).toEqual([regretted.number, paid.number]);
    expect(await list("overdue", { search: "souza" })).toEqual([late.number]);
    expect(await list("paid", { search: paid.number.toLowerCase() })).toEqual([paid.number]);
    expect(await list("paid", { search: paid.number.replaceAll("-", "") })).toEqual([paid.number]);
    expect(await list("due", { search: "ninguém" })).toEqual([]);
    const [first] = rowsSchema.parse(
      (await call("list_payments", { view: "overdue", page_size: 1 })).json,
    );
    expect(
      await list("overdue", { after_date: first?.due_on, after_id: first?.id, page_size: 1 }),
    ).toEqual([late.number]);
    expect((await call("list_payments", { view: "all" })).status).toBe(422);
    expect((await call("staff_counts", {})).json).toMatchObject({
      paymentsOverdue: 2,
      refundsDue: 1,
    });
  });

  test("who saw whose is on record", async () => {
    const { contractId } = await owing();
    await list("due");
    const [seen] = await fixtures.stack.sql`
      select count(*)::integer as times from public.audit_trail
      where action = 'read-contracts' and details -> 'ids' ? ${contractId}`;
    expect(seen).toEqual({ times: 1 });
  });
});

test("a tenant reads the own balance, without what staff noted, and nobody else's", async () => {
  const { tenant } = fixtures.stack.personas;
  const contractId = String(tenant.contractId);
  const [row] = await fixtures.stack.sql`
    insert into public.payments (contract_id, what, amount, due_on)
    values (${contractId}, 'fee', 900, ${day(3)}) returning id`;
  await fixtures.stack.sql`
    update public.contracts set created_at = now() - interval '5 days' where id = ${contractId}`;
  await book(String(row?.["id"]), { note: "Só da equipe" });
  const own = await call("my_payments", { contract_id: contractId }, "tenant");
  expect(own.json).toMatchObject({ paid: 900, payments: [{ what: "fee", state: "paid" }] });
  expect(JSON.stringify(own.json)).not.toContain("Só da equipe");
  for (const other of ["other tenant", "staff"] as const) {
    expect((await call("my_payments", { contract_id: contractId }, other)).json).toBeNull();
  }
});

const rowsSchema = z.array(
  z.object({ id: z.string(), due_on: z.string(), contract_number: z.string() }),
);
async function list(view: string, args: Record<string, unknown> = {}) {
  const rows = rowsSchema.parse((await call("list_payments", { view, ...args })).json);
  return rows.map(({ contract_number }) => contract_number);
}

async function trail(contractId: string) {
  const rows = await fixtures.stack.sql`
    select action from public.audit_trail
    where subject_id = ${contractId} and action like '%-payment' order by id`;
  return rows.map((row) => row["action"]);
}
