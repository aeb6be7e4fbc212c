import { describe, expect, test } from "vitest";
import { z } from "zod";
import { day } from "../support/payment-fixtures.ts";
import { line, statementFixtures } from "../support/statement-fixtures.ts";

const fixtures = statementFixtures();
const { call, owing, book, money, named, preview, states, bookLines } = fixtures;

/** Makes a contract whose refund of this amount waits for its payment. */
async function refunded(amount: number) {
  const contract = await owing();
  const { movementId } = await book(contract.chargeId, { amount: 1500 + amount });
  const { json } = await call("refund_payment", { movement_id: movementId });
  return { ...contract, refundId: z.object({ chargeId: z.string() }).parse(json).chargeId };
}

describe("the preview of a statement", () => {
  test("tells lines apart, names contract and charge, and books nothing", async () => {
    const { contractId, chargeId, number, pays, txid } = await named();
    const other = await named();
    const found = await preview(
      pays,
      line({ id: "N2", amount: "1770.00", text: other.number.toLowerCase() }),
      line({ id: "N3" }),
      line({ id: "N3" }),
      line({ id: "N4", text: `TED ${txid}` }),
    );
    expect(found.lines).toEqual([
      { place: 1, direction: "in", amount: 1776, state: "pays", contractId, chargeId },
      {
        place: 2,
        direction: "in",
        amount: 1770,
        state: "part",
        contractId: other.contractId,
        chargeId: other.chargeId,
      },
      { place: 3, direction: "in", amount: 1776, state: "stranger" },
      { place: 4, direction: "in", amount: 1776, state: "repeated" },
      { place: 5, direction: "in", amount: 1776, state: "settled", contractId, chargeId },
    ]);
    expect(found.contracts.map((contract) => contract.number).toSorted()).toEqual(
      [number, other.number].toSorted(),
    );
    expect(await money(contractId)).toMatchObject({ owed: 1776, movements: [] });
    const [read] = await fixtures.stack.sql`
      select from public.audit_trail
      where action = 'read-contracts' and details -> 'ids' ? ${contractId}`;
    expect(read).toBeDefined();
  });

  test("adds up the lines of one file: two halves pay, and more than is open is more", async () => {
    const { txid } = await named();
    const half = (id: string, amount = "888.00") => line({ id, amount, text: txid });
    expect(await states(half("A"), half("B"))).toEqual(["part", "pays"]);
    expect(await states(half("A"), half("B"), half("C"))).toEqual(["part", "pays", "settled"]);
    expect(await states(half("A", "1776.01"))).toEqual(["more"]);
  });

  test("finds the instalment that a text names, else the oldest open one", async () => {
    const { chargeIds, txid } = await named({ instalments: 3 });
    const [first, second] = chargeIds;
    const found = await preview(
      line({ amount: "592.00", text: `PIX ${txid}P02` }),
      line({ id: "N2", amount: "592.00", text: `PIX ${txid}` }),
    );
    expect(found.lines).toMatchObject([
      { state: "pays", chargeId: second },
      { state: "pays", chargeId: first },
    ]);
  });

  test("finds a number however the bank prints it", async () => {
    const { txid } = await named();
    const texts = [
      `PIX ${txid}`,
      `pix-${txid.toLowerCase()}.`,
      `X${txid}FULANO`,
      `${txid.slice(0, 6)} ${txid.slice(6, 10)} ${txid.slice(10)}`,
    ];
    for (const [place, text] of texts.entries()) {
      expect(await states(line({ id: `T${place}`, text })), text).toEqual(["pays"]);
    }
  });

  test("takes the company's own refund for no payment that was received", async () => {
    const { number, refundId } = await refunded(200);
    const out = line({ direction: "out", amount: "200.00", text: `PIX ENVIADO ${number}` });
    const found = await preview(out);
    expect(found.lines).toEqual([
      { place: 1, direction: "out", amount: 200, state: "payable", chargeId: refundId },
    ]);
    expect(found.payables).toMatchObject([{ id: refundId, kind: "refund", open: 200 }]);
    expect(await states({ ...out, amount: "199.00" })).toEqual(["out"]);
    // Two refunds of one amount cannot be told apart.
    await refunded(200);
    expect(await states(out)).toEqual(["out"]);
  });

  test("offers the fees of its amount to a stranger's line, and none to a second payment", async () => {
    const { chargeId, pays, txid } = await named();
    const others = [];
    for (let made = 0; made < 6; made += 1) others.push(await named({ fee_due_on: day(6 + made) }));
    const second = line({ id: "N2", text: txid });
    await bookLines([pays], { place: 1, charge: chargeId });
    expect((await preview(second)).charges.map(({ id }) => id)).toEqual([chargeId]);
    const nearest = others.slice(0, 5).map((other) => other.chargeId);
    expect((await preview(line({ id: "N3" }))).charges.map(({ id }) => id)).toEqual(nearest);
  });

  test("lists the payments of the last two months, which the bank may return", async () => {
    const { contractId, refundId, number } = await refunded(200);
    await fixtures.confirmAccount(contractId);
    const paid = await book(refundId, { account_version: 1, paid_on: day(0) });
    expect((await preview()).payouts).toEqual([
      {
        movementId: paid.movementId,
        contractNumber: number,
        amount: 200,
        payee: "Ana Márcia",
        movedOn: day(0),
      },
    ]);
    await fixtures.reverse(paid.movementId);
    expect((await preview()).payouts).toEqual([]);
  });
});

describe("a statement is refused", () => {
  test.each([
    ["an amount that is no number", { amount: "NaN" }],
    ["1e308", { amount: 1e308 }],
    ["a negative amount", { amount: "-1776.00" }],
    ["nothing", { amount: "0.00" }],
    ["a third decimal", { amount: "1.005" }],
    ["more than an amount can be", { amount: "10000000000.00" }],
    ["a day to come", { day: day(1) }],
    ["a far day", { day: "9999-01-01" }],
    ["the thirty-first of February", { day: "2026-02-31" }],
    ["a text that is too long", { text: "A".repeat(501) }],
    ["an id that is too long", { id: "A".repeat(256) }],
    ["no account", { account: "" }],
    ["no text", { text: null }],
    ["no direction", { direction: undefined }],
    ["another direction", { direction: "both" }],
  ])("the refusal of %s is in Portuguese, and nothing is booked", async (_what, changes) => {
    const { contractId, chargeId, pays } = await named();
    const lines = [pays, line({ id: "N2", ...changes })];
    const message = "O lançamento nº 2 do extrato não é válido.";
    expect(await call("preview_statement", { lines })).toMatchObject({
      status: 422,
      json: { message },
    });
    const choices = [{ place: 1, charge: chargeId }];
    expect(await call("book_statement", { lines, choices })).toMatchObject({
      status: 422,
      json: { message },
    });
    expect(await money(contractId)).toMatchObject({ movements: [] });
  });

  test("when it is no list, has more than 20,000 lines, or the choices are none", async () => {
    for (const lines of [{}, 5, [5], ["x"]]) {
      expect(await call("preview_statement", { lines })).toMatchObject({
        status: 422,
        json: { message: expect.stringContaining("xtrato") },
      });
    }
    const long = Array.from({ length: 20_001 }, () => 1);
    expect(await call("preview_statement", { lines: long })).toMatchObject({
      status: 422,
      json: { message: expect.stringContaining("20.000") },
    });
    for (const choices of [[{ place: "x" }], [{ place: 1, charge: "x" }], ["x"], [1]]) {
      expect(await call("book_statement", { lines: [line()], choices })).toMatchObject({
        status: 422,
        json: { message: "As escolhas não foram entendidas." },
      });
    }
    for (const choices of [{}, Array.from({ length: 201 }, () => ({ place: 1, aside: true }))]) {
      expect(await call("book_statement", { lines: [line()], choices })).toMatchObject({
        status: 422,
        json: { message: "Registre até 200 lançamentos por vez." },
      });
    }
  });
});

test("the columns of a bank's CSV are kept for all, until somebody explains them anew", async () => {
  const header = "data;valor;histórico";
  expect((await call("statement_layout", { header })).json).toBeNull();
  for (const account of ["Conta principal", "Conta do banco"]) {
    const columns = ["date", "amount", "text"];
    await call("statement_layout", { header, account, columns });
    expect((await call("statement_layout", { header }, "other staff")).json).toEqual({
      account,
      columns,
    });
  }
  expect(await call("statement_layout", { header, account: "", columns: ["date"] })).toMatchObject({
    status: 422,
    json: { message: "Confira o nome da conta e as colunas." },
  });
});
