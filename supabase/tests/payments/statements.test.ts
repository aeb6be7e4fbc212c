import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import { createUser } from "../support/create-user.ts";
import type { PersonaName } from "../support/personas.ts";
import { contractRow } from "../support/sample-rows.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

const number = "PF-2026-0A1B2C3D4E";
const txid = number.replaceAll("-", "");
const line = (changes: Record<string, unknown> = {}) => ({
  account: "341 12345-6",
  id: "N1",
  day: "2026-11-20",
  amount: "1776.00",
  text: `PIX RECEBIDO ${txid} ANA B RIBEIRO`,
  ...changes,
});
type Line = ReturnType<typeof line>;

let stack: TestStack;
let contractId: string;
let paymentId: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.contracts`;
  await stack.sql`delete from private.statement_lines`;
  ({ contractId, paymentId } = await owe(String(stack.personas.tenant.userId), number));
});

/** A contract that was accepted and whose fee is owed. */
async function owe(userId: string, contract_number: string, fee = 1776) {
  const { sql } = stack;
  const row = contractRow(userId, { contract_number, fee, fee_due_on: "2026-11-25" });
  const [contract] = await sql`insert into public.contracts ${sql(row)} returning id`;
  const id = String(contract?.["id"]);
  await sql`
    select private.owe_fee(contract) from public.contracts as contract where contract.id = ${id}`;
  const [payment] = await sql`select id from public.payments where contract_id = ${id}`;
  return { contractId: id, paymentId: String(payment?.["id"]) };
}

const call = async (name: string, args: Record<string, unknown>, who: PersonaName = "staff") =>
  callFunction(stack, stack.personas[who], name, args);
const previewSchema = z.object({
  lines: z.array(z.looseObject({ place: z.number(), state: z.string() })),
  payments: z.array(z.looseObject({ id: z.string(), isOwed: z.boolean() })),
});
const preview = async (...lines: unknown[]) =>
  previewSchema.parse((await call("preview_statement", { lines })).json);
const states = async (...lines: unknown[]) =>
  (await preview(...lines)).lines.map(({ state }) => state);
const book = async (lines: unknown[], choices: unknown[] = [{ place: 1, payment: paymentId }]) =>
  (await call("book_statement", { lines, choices })).json;
const paid = async (id = paymentId) => {
  const [row] = await stack.sql`
    select payment.paid_on::text, paid_how, paid_note, booked_by, receipt.number
    from public.payments as payment left join private.receipts as receipt on receipt.payment_id = payment.id
    where payment.id = ${id}`;
  return row;
};

describe("the preview of a statement", () => {
  it("tells lines apart, shows what staff may choose, and books nothing", async () => {
    const found = await preview(
      line({ text: "Pix recebido: pf-2026-0a1b2c3d4e" }),
      line({ id: "N2", amount: "1770.00" }),
      line({ id: "N3", amount: "1776.00", text: "PIX RECEBIDO JOAO" }),
      line({ id: "N3", amount: "1776.00", text: "PIX RECEBIDO JOAO" }),
      line({ id: "N4", text: `TED ${txid}` }),
    );
    expect(found.lines.map(({ state }) => state)).toEqual([
      "pays",
      "amount",
      "stranger",
      "repeated",
      // Who paid twice is no stranger.
      "settled",
    ]);
    expect(found.payments).toMatchObject([{ id: paymentId, amount: 1776, isOwed: true }]);
    expect(await paid()).toMatchObject({ paid_on: null, number: null });
    const [read] = await stack.sql`
      select from public.audit_trail
      where action = 'read-contracts' and details -> 'ids' ? ${contractId}`;
    expect(read).toBeDefined();
  });

  it("finds a number however the bank prints it", async () => {
    const texts = [
      `PIX ${txid}`,
      `pix-${txid.toLowerCase()}.`,
      `X${txid}FULANO`,
      `PF2026 0A1B 2C3D4E`,
    ];
    for (const [place, text] of texts.entries()) {
      expect(await states(line({ id: `T${place}`, text })), text).toEqual(["pays"]);
    }
  });

  it.each([
    ["an amount that is no number", { amount: "NaN" }],
    ["1e308", { amount: 1e308 }],
    ["a negative amount", { amount: "-1776.00" }],
    ["nothing", { amount: "0.00" }],
    ["a third decimal", { amount: "1.005" }],
    ["a day that is to come", { day: "9999-01-01" }],
    ["next year", { day: "2099-01-01" }],
    ["a thirty-first of February", { day: "2026-02-31" }],
    ["a text that is too long", { text: "A".repeat(501) }],
    ["no account", { account: "" }],
    ["no text", { text: null }],
  ])("is refused in Portuguese for %s", async (_what, changes) => {
    const lines = [line(), line({ id: "N2", ...changes })];
    for (const name of ["preview_statement", "book_statement"]) {
      const answer = await call(name, { lines, choices: [{ place: 1, payment: paymentId }] });
      // The preview takes no choices, and is not found with any.
      if (name === "preview_statement") expect([404, 422]).toContain(answer.status);
      else
        expect(answer).toMatchObject({
          status: 422,
          json: { message: expect.stringContaining("nº 2") },
        });
    }
    expect(await paid()).toMatchObject({ paid_on: null });
  });

  it("is refused for what is no list, for more than 20,000 lines, and for choices that are none", async () => {
    for (const lines of [{}, 5, [5], ["x"]]) {
      expect(await call("preview_statement", { lines })).toMatchObject({
        status: 422,
        json: { message: expect.stringContaining("xtrato") },
      });
    }
    expect(
      await call("preview_statement", { lines: Array.from({ length: 20_001 }, () => 1) }),
    ).toMatchObject({ status: 422, json: { message: expect.stringContaining("20.000") } });
    for (const choices of [{}, [{ place: "x" }], [{ place: 1, payment: "x" }], ["x"], [1]]) {
      expect(await call("book_statement", { lines: [line()], choices })).toMatchObject({
        status: 422,
        json: { message: "As escolhas não foram entendidas." },
      });
    }
  });
});

describe("booking a statement", () => {
  it("pays what is owed by the day of the line, with a receipt and a line in the trail, and once", async () => {
    expect(await book([line()])).toEqual({ booked: [1], aside: 0, refused: [] });
    const first = await paid();
    expect(first).toMatchObject({
      paid_on: "2026-11-20",
      paid_how: "statement",
      paid_note: null,
      booked_by: stack.personas.staff.userId,
      number: expect.stringMatching(/^RC-\d{4}-/),
    });
    expect(await states(line())).toEqual(["before"]);
    // The same line from another export has other words around it.
    expect(await states(line({ text: "PIX RECEBIDO" }))).toEqual(["before"]);
    expect(await book([line()])).toEqual({ booked: [], aside: 0, refused: [1] });
    expect(await paid()).toEqual(first);
    const trail = await stack.sql`
      select from public.audit_trail where action = 'book-statement' and subject_id = ${contractId}`;
    expect(trail).toHaveLength(1);
  });

  it("takes another amount when staff say so, and notes it", async () => {
    await book([line({ amount: "1234.50" })]);
    expect(await paid()).toMatchObject({ paid_note: "Valor no extrato: R$ 1.234,50" });
  });

  it("takes a stranger's line for a contract's number, and refuses a number that is none", async () => {
    const stranger = line({ text: "DEPOSITO" });
    expect(await book([stranger], [{ place: 1, contract: "PF-2026-FFFFFFFFFF" }])).toEqual({
      booked: [],
      aside: 0,
      refused: [1],
    });
    expect(
      await book([stranger], [{ place: 1, contract: ` ${number.toLowerCase()} ` }]),
    ).toMatchObject({ booked: [1] });
  });

  it("keeps no word of what is put aside, which pays after all when staff think better of it", async () => {
    const stranger = line({ text: "DEPOSITO DE FULANO" });
    expect(await book([stranger], [{ place: 1, aside: true }])).toMatchObject({ aside: 1 });
    expect(await states(stranger)).toEqual(["aside"]);
    expect(
      await stack.sql`select payment_id, amount, description from private.statement_lines`,
    ).toEqual([{ payment_id: null, amount: null, description: null }]);
    expect(await book([stranger])).toMatchObject({ booked: [1] });
    expect(await book([stranger], [{ place: 1, aside: true }])).toEqual({
      booked: [],
      aside: 0,
      refused: [],
    });
    expect(await states(stranger)).toEqual(["before"]);
  });

  it("tells equal lines of a day apart where the bank has no ids", async () => {
    const cash = line({ id: undefined, text: "DEPOSITO" });
    const other = line({ id: undefined, text: "DEPOSITO", account: "outra conta" });
    expect(await states(cash, cash, other)).toEqual(["stranger", "stranger", "stranger"]);
    await book([cash, cash, other]);
    expect(await states(cash, cash, other)).toEqual(["before", "stranger", "stranger"]);
    expect(await states(cash)).toEqual(["before"]);
  });

  it("leaves a line free again, and its receipt none, when the booking is undone", async () => {
    await book([line()]);
    const first = await paid();
    await stack.sql`
      update public.payments set paid_on = null, paid_how = null, paid_note = null, booked_at = null, booked_by = null
      where id = ${paymentId}`;
    expect(await paid()).toMatchObject({ number: null });
    expect(await states(line())).toEqual(["pays"]);
    await book([line()]);
    expect((await paid())?.["number"]).not.toBe(first?.["number"]);
  });

  it("books two lines of one payment once; and of one that is owed no more, for a refund", async () => {
    const twice = [line(), line({ id: "N2" })];
    const both = [1, 2].map((place) => ({ place, payment: paymentId }));
    expect(await book(twice, both)).toEqual({ booked: [1], aside: 0, refused: [2] });
    const refunds = () =>
      stack.sql`select amount from public.payments where what = 'refund' and dropped_at is null`;
    expect(await refunds()).toEqual([]);
    await stack.sql`update public.payments set paid_on = null, paid_how = null, booked_at = null`;
    await stack.sql`update public.contracts set status = 'cancelled', closed_at = now()`;
    expect(await states(...twice)).toEqual(["settled", "settled"]);
    expect(await book(twice, both)).toEqual({ booked: [1], aside: 0, refused: [2] });
    expect(await refunds()).toHaveLength(1);
  });

  it("books once when eight send it at once, and one of two lines for the same payment", async () => {
    const lines = [line(), line({ id: "N2" })];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        book(lines, [{ place: 1 + (turn % 2), payment: paymentId }]),
      ),
    );
    const booked = answers.flatMap(
      (answer) => z.looseObject({ booked: z.array(z.number()) }).parse(answer).booked,
    );
    expect(booked).toHaveLength(1);
    expect(await stack.sql`select from private.statement_lines`).toHaveLength(1);
    expect(await stack.sql`select from private.receipts`).toHaveLength(1);
  });

  it("is paid and to be given back when an ending comes at the same time, whichever is first", async () => {
    for (let turn = 0; turn < 10; turn++) {
      await stack.sql`delete from public.payments`;
      await stack.sql`select private.owe_fee(contract) from public.contracts as contract`;
      const [owed] = await stack.sql`select id from public.payments`;
      await Promise.all([
        book([line({ id: `E${turn}` })], [{ place: 1, payment: String(owed?.["id"]) }]),
        stack.sql.begin(async (ending) => {
          await ending`select from public.contracts where id = ${contractId} for update`;
          await ending`select private.owe_refund(${contractId})`;
        }),
      ]);
      const rows = await stack.sql`
        select what, paid_on is not null as paid, dropped_at is not null as dropped
        from public.payments order by what`;
      expect(rows).toEqual([
        { what: "fee", paid: true, dropped: false },
        { what: "refund", paid: false, dropped: false },
      ]);
    }
  });

  it(
    "books 10,000 lines once, however often they come",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const { sql } = stack;
      const owed = 400;
      for (let index = 0; index < owed; index++) {
        const user = await createUser(
          sql,
          `lote-${index}-${crypto.randomUUID()}@contratos.payser.invalid`,
        );
        await owe(user, `PF-2025-${index.toString(16).toUpperCase().padStart(10, "0")}`, 500);
      }
      const lines: Line[] = Array.from({ length: 10_000 }, (_, index) => {
        const name = `PF2025${index.toString(16).toUpperCase().padStart(10, "0")}`;
        return line({
          id: `L${index}`,
          amount: index < owed ? "500.00" : `${(index % 900) + 1}.10`,
          text: index < owed ? `PIX RECEBIDO ${name}` : `PIX RECEBIDO CLIENTE ${index}`,
        });
      });
      const found = await preview(...lines);
      const choices = found.lines
        .filter(({ state }) => state === "pays")
        .map(({ place, payment_id }) => ({ place, payment: payment_id }));
      expect(choices).toHaveLength(owed);
      const first = await book(lines, choices);
      expect(z.looseObject({ booked: z.array(z.number()) }).parse(first).booked).toHaveLength(owed);
      const again = await preview(...lines);
      expect(again.lines.filter(({ state }) => state === "before")).toHaveLength(owed);
      expect(again.lines.filter(({ state }) => state === "pays")).toHaveLength(0);
      expect(await book(lines, choices)).toMatchObject({ booked: [] });
      const long = line({ text: "A".repeat(5_000_000) });
      expect(await call("preview_statement", { lines: [long] })).toMatchObject({ status: 422 });
      expect(await sql`select from private.receipts`).toHaveLength(owed);
    },
  );
});

describe("how a bank's CSV is read", () => {
  it("is kept once for all who bring such files, and explained anew by whoever wants", async () => {
    const header = "data;valor;histórico";
    expect((await call("statement_layout", { header })).json).toBeNull();
    for (const account of ["Conta principal", "Conta do banco"]) {
      const columns = ["date", "amount", "text"];
      await call("statement_layout", { header, account, columns });
      expect((await call("statement_layout", { header }, "releasing staff")).json).toEqual({
        account,
        columns,
      });
    }
    expect(
      await call("statement_layout", { header, account: "", columns: ["date"] }),
    ).toMatchObject({
      status: 422,
      json: { message: "Confira o nome da conta e as colunas." },
    });
  });
});

describe("the receipt of a payment", () => {
  it("is listed and opened for its tenant and staff alone, whose look is noted", async () => {
    await book([line()]);
    const { number: receipt } = (await paid()) ?? {};
    for (const who of ["tenant", "staff"] as const) {
      expect((await call("list_receipts", { contract_id: contractId }, who)).json).toMatchObject([
        { paymentId, what: "fee", amount: 1776, paidOn: "2026-11-20", number: receipt },
      ]);
      expect(await call("open_receipt", { payment_id: paymentId }, who)).toMatchObject({
        status: 200,
        json: { number: receipt, tenantName: "Ana Beatriz Ribeiro", sha256: null },
      });
    }
    for (const who of ["other tenant", "pending staff", "disabled staff"] as const) {
      expect((await call("list_receipts", { contract_id: contractId }, who)).json).toEqual([]);
      expect(await call("open_receipt", { payment_id: paymentId }, who)).toMatchObject({
        status: 403,
      });
    }
    const looks = await stack.sql`
      select from public.audit_trail
      where action = 'view-receipt' and outcome = 'done' and subject_id = ${contractId}`;
    expect(looks).toHaveLength(1);
    const missing = { payment_id: crypto.randomUUID() };
    expect(await call("open_receipt", missing)).toMatchObject({ status: 404 });
  });

  it("is the file that was stored first, and none of a booking that was undone", async () => {
    await book([line()]);
    const { number: receipt } = (await paid()) ?? {};
    const record = async (hash: string) =>
      (await call("record_receipt", { number: receipt, file_sha256: hash }, "service")).json;
    expect(await record("a".repeat(64))).toBe("a".repeat(64));
    expect(await record("b".repeat(64))).toBe("a".repeat(64));
    await stack.sql`update public.payments set paid_on = null, paid_how = null, booked_at = null`;
    expect(await record("a".repeat(64))).toBeNull();
  });
});

it("gives the accountant what was paid in a month, and notes who took it", async () => {
  await book([line()]);
  const of = async (month: string) =>
    z.array(z.looseObject({})).parse((await call("payments_of_month", { month })).json);
  expect(await of("2026-11-30")).toMatchObject([
    {
      paidOn: "2026-11-20",
      amount: 1776,
      contractNumber: number,
      how: "statement",
      cpf: "52998224725",
    },
  ]);
  expect(await of("2026-10-01")).toEqual([]);
  expect(await of("2026-12-01")).toEqual([]);
  const taken = await stack.sql`select from public.audit_trail where action = 'export-payments'`;
  expect(taken).toHaveLength(3);
});
