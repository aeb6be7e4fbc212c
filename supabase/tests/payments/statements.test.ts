import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs } from "../support/act-as.ts";
import { day } from "../support/payment-fixtures.ts";
import { line, statementFixtures } from "../support/statement-fixtures.ts";

const fixtures = statementFixtures();
const { call, owing, book, money, named, preview, states, bookLines, unbalanced } = fixtures;
const { reverse, confirmAccount, mails } = fixtures;

const once = { booked: [1], aside: 0, refused: [] };
const refused = (why: string) => ({ booked: [], aside: 0, refused: [{ place: 1, why }] });

describe("a line of a statement", () => {
  test("pays a charge by its day, with receipt and mail, and is booked once", async () => {
    const { contractId, chargeId, pays } = await named();
    const choice = { place: 1, charge: chargeId };
    expect(await bookLines([pays], choice)).toEqual(once);
    const first = await money(contractId);
    expect(first).toMatchObject({ owed: 0, paid: 1776 });
    expect(first.movements).toMatchObject([
      { movedOn: day(-1), receipt: { number: expect.stringMatching(/^RC-/) } },
    ]);
    expect(Object.values(first.bookings)).toMatchObject([
      { source: "statement", description: pays.text, note: null },
    ]);
    expect(await mails()).toEqual(["payment-received"]);
    expect(await states(pays)).toEqual(["before"]);
    expect(await bookLines([pays], choice)).toEqual(refused("before"));
    expect(await money(contractId)).toEqual(first);
    const trail = await fixtures.stack.sql`
      select from public.audit_trail where action = 'book-statement' and subject_id = ${contractId}`;
    expect(trail).toHaveLength(1);
  });

  test("a smaller amount pays a part, and a larger one leaves a rest", async () => {
    const { contractId, chargeId, txid } = await named();
    const part = line({ amount: "888.00", text: txid });
    const more = line({ id: "N2", amount: "900.00", text: txid });
    await bookLines([part, more], { place: 1, charge: chargeId }, { place: 2, charge: chargeId });
    expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1776, left: 12 });
    expect(await unbalanced()).toBe(0);
  });

  test("a line booked on a contract's number pays its oldest open instalment, and is left when none is open", async () => {
    const { contractId, number } = await named({ instalments: 2 });
    const deposits = ["A", "B", "C"].map((id) => line({ id, amount: "888.00", text: "DEPOSITO" }));
    const choices = deposits.map((_deposit, index) => ({
      place: index + 1,
      contract: ` ${number.toLowerCase()} `,
    }));
    expect(await bookLines(deposits, ...choices)).toMatchObject({ booked: [1, 2, 3] });
    const { owed, left, charges } = await money(contractId);
    expect({ owed, left }).toEqual({ owed: 0, left: 888 });
    expect(charges.map(({ state }) => state)).toEqual(["paid", "paid"]);
  });

  test("is refused for a contract or charge that does not exist, and stays undecided", async () => {
    const deposit = line({ text: "DEPOSITO" });
    const choices = [{ contract: "PF-2026-FFFFFFFFFF" }, { charge: crypto.randomUUID() }, {}];
    for (const choice of choices) {
      expect(await bookLines([deposit], { place: 1, ...choice })).toEqual(refused("unknown"));
    }
    expect(await bookLines([deposit], { place: 2, unknown: true })).toMatchObject({
      refused: [{ place: 2, why: "unknown" }],
    });
    expect(await states(deposit)).toEqual(["stranger"]);
  });

  test("a line of an unknown payer is kept without contract until staff allocate it", async () => {
    const { contractId, chargeId } = await named();
    const deposit = line({ text: "DEPOSITO" });
    expect(await bookLines([deposit], { place: 1, unknown: true })).toEqual(once);
    const [movement] = await fixtures.stack.sql`select id, contract_id from public.movements`;
    expect(movement?.["contract_id"]).toBeNull();
    const args = { movement_id: movement?.["id"], charge_id: chargeId };
    expect((await call("allocate_payment", args)).json).toEqual({ changed: true, left: 0 });
    const found = await money(contractId);
    expect(found).toMatchObject({ owed: 0, paid: 1776, left: 0 });
    expect(found.movements).toMatchObject([{ receipt: { number: expect.any(String) } }]);
    expect(await mails()).toEqual(["payment-received"]);
  });

  test("is put aside without a word of it, and pays after all when staff decide so", async () => {
    const { chargeId } = await named();
    const deposit = line({ text: "DEPOSITO DE FULANO" });
    const aside = { place: 1, aside: true };
    expect(await bookLines([deposit], aside)).toEqual({ booked: [], aside: 1, refused: [] });
    expect(await states(deposit)).toEqual(["aside"]);
    const [kept] = await fixtures.stack.sql`select * from private.statement_lines`;
    expect(JSON.stringify(kept)).not.toMatch(/FULANO|1776/);
    expect(await bookLines([deposit], { place: 1, charge: chargeId })).toEqual(once);
    await bookLines([deposit], aside);
    expect(await states(deposit)).toEqual(["before"]);
  });

  test("a line with another text, account or id is another line", async () => {
    const cash = line({ id: undefined, text: "DEPOSITO" });
    const lines = [
      cash,
      cash,
      { ...cash, account: "outra conta" },
      { ...cash, text: "DEPOSITO 2" },
    ];
    expect(await states(...lines)).toEqual(["stranger", "stranger", "stranger", "stranger"]);
    await bookLines(lines, { place: 1, unknown: true });
    expect(await states(...lines)).toEqual(["before", "stranger", "stranger", "stranger"]);
    expect(await states(line({ id: "N1" }), line({ id: "N1", text: "OUTRO" }))).toEqual([
      "stranger",
      "stranger",
    ]);
  });

  test("a line that repeats an earlier one is booked when staff say so, once per id", async () => {
    const { contractId, chargeId, pays } = await named();
    const again = crypto.randomUUID();
    const choices = [
      { place: 1, charge: chargeId },
      { place: 2, charge: chargeId, again },
    ];
    expect(await states(pays, pays)).toEqual(["pays", "repeated"]);
    expect(await bookLines([pays, pays], ...choices)).toMatchObject({ booked: [1, 2] });
    expect(await bookLines([pays, pays], ...choices)).toMatchObject({
      booked: [],
      refused: [
        { place: 1, why: "before" },
        { place: 2, why: "before" },
      ],
    });
    expect(await money(contractId)).toMatchObject({ paid: 1776, left: 1776 });
  });

  test("is free again after the reversal of its booking, on any day", async () => {
    const { contractId, chargeId, pays } = await named();
    await bookLines([pays], { place: 1, charge: chargeId });
    const [movement] = (await money(contractId)).movements;
    await reverse(movement?.id ?? "");
    expect(await states(pays)).toEqual(["pays"]);
    expect(await bookLines([pays], { place: 1, charge: chargeId })).toEqual(once);
    expect(await money(contractId)).toMatchObject({ owed: 0, paid: 1776, left: 0 });
    expect(await unbalanced()).toBe(0);
  });

  test("becomes a refund by itself when its contract is over", async () => {
    const { contractId, number, pays } = await named();
    await call("close_contract", {
      contract_id: contractId,
      status: "cancelled",
      reason: "Engano",
    });
    expect(await states(pays)).toEqual(["settled"]);
    expect(await bookLines([pays], { place: 1, contract: number })).toEqual(once);
    expect(await money(contractId)).toMatchObject({ paid: 0, left: 0, toGiveBack: 1776 });
  });

  test("a line that eight people book at once is booked once", async () => {
    const { contractId, chargeId, pays } = await named();
    const { userId } = fixtures.stack.personas.staff;
    const { sql } = fixtures.stack;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        actAs(sql, { role: "authenticated", userId: String(userId) }, async (own) => {
          const [row] = await own`
            select public.book_statement(${own.json([pays])}, ${own.json([{ place: 1, charge: chargeId }])}) as said`;
          return z.looseObject({ booked: z.array(z.number()) }).parse(row?.["said"]).booked;
        }),
      ),
    );
    expect(answers.flat()).toEqual([1]);
    expect((await money(contractId)).movements).toHaveLength(1);
  });
});

describe("an outgoing line", () => {
  /** Makes a contract with a confirmed account, a refund of R$ 200,00, and the statement line that pays the refund. */
  async function refunded({ hasAccount = true } = {}) {
    const contract = await owing();
    const { movementId } = await book(contract.chargeId, { amount: 1700 });
    const { json } = await call("refund_payment", { movement_id: movementId });
    const { chargeId: refundId } = z.object({ chargeId: z.string() }).parse(json);
    if (hasAccount) await confirmAccount(contract.contractId);
    const out = line({ direction: "out", amount: "200.00", text: "PIX ENVIADO ANA" });
    return { ...contract, refundId, out };
  }

  test("pays the refund that it matches, to the account that staff saw", async () => {
    const { contractId, chargeId, refundId, out } = await refunded();
    const pay = (choice: Record<string, unknown>) => bookLines([out], { place: 1, ...choice });
    expect(await pay({ charge: chargeId, accountVersion: 1 })).toEqual(refused("direction"));
    expect(await pay({ charge: refundId })).toEqual(refused("account"));
    await confirmAccount(contractId, 2);
    expect(await pay({ charge: refundId, accountVersion: 1 })).toEqual(refused("account"));
    expect(await pay({ unknown: true })).toEqual(refused("changed"));
    // The refused calls did not change the line, so it can still be booked.
    expect(await states(out)).toEqual(["payable"]);
    expect(await pay({ charge: refundId, accountVersion: 2 })).toEqual(once);
    expect(await money(contractId)).toMatchObject({ toGiveBack: 0, givenBack: 200 });
    expect(await states(out)).toEqual(["before"]);
    expect(await mails()).toContain("refund-paid");
  });

  test("pays nothing while no account is confirmed", async () => {
    const { refundId, out } = await refunded({ hasAccount: false });
    const choice = { place: 1, charge: refundId, accountVersion: 0 };
    expect(await bookLines([out], choice)).toEqual(refused("no-account"));
  });

  test("a line of another amount pays nothing", async () => {
    const { refundId } = await refunded();
    const less = line({ direction: "out", amount: "199.99", text: "PIX" });
    const choice = { place: 1, charge: refundId, accountVersion: 1 };
    expect(await bookLines([less], choice)).toEqual(refused("changed"));
  });

  test("a transfer that the bank returns opens the refund again, and both lines stay booked", async () => {
    const { contractId, refundId, out } = await refunded();
    const back = line({ id: "N9", amount: "200.00", text: "DEVOLUCAO DE PIX" });
    await bookLines([out], { place: 1, charge: refundId, accountVersion: 1 });
    const { payouts } = await preview(back);
    const returns = payouts[0]?.movementId;
    const wrong = line({ id: "N8", amount: "100.00", text: "DEVOLUCAO" });
    expect(await bookLines([wrong], { place: 1, returns })).toEqual(refused("changed"));
    expect(await bookLines([back], { place: 1, returns })).toEqual(once);
    expect(await money(contractId)).toMatchObject({ toGiveBack: 200, givenBack: 0 });
    expect(await states(out, back, wrong)).toEqual(["before", "before", "stranger"]);
    const second = line({ id: "N10", amount: "200.00", text: "DEVOLUCAO DE PIX" });
    expect(await bookLines([second], { place: 1, returns })).toEqual(refused("changed"));
    expect(await unbalanced()).toBe(0);
  });
});

test(
  "20,000 lines are previewed and booked once, however often they come",
  { tags: ["full"], timeout: 180_000 },
  async () => {
    const owed: Awaited<ReturnType<typeof named>>[] = [];
    for (let made = 0; made < 200; made += 1) owed.push(await named({ fee: 500 }));
    const lines = Array.from({ length: 20_000 }, (_row, index) =>
      line({
        id: `L${index}`,
        amount: owed[index] ? "500.00" : `${(index % 900) + 1}.10`,
        text: owed[index]?.txid ?? `PIX RECEBIDO CLIENTE ${index}`,
      }),
    );
    const found = await preview(...lines);
    const choices = found.lines
      .filter(({ state }) => state === "pays")
      .map(({ place, chargeId }) => ({ place, charge: chargeId }));
    expect(choices).toHaveLength(200);
    expect((await bookLines(lines, ...choices)).booked).toHaveLength(200);
    const again = await preview(...lines);
    expect(again.lines.filter(({ state }) => state === "before")).toHaveLength(200);
    expect(again.lines.filter(({ state }) => state === "pays")).toHaveLength(0);
    expect(await bookLines(lines, ...choices)).toMatchObject({ booked: [] });
    const [row] = await fixtures.stack.sql`
      select count(*)::integer as receipts from private.receipts`;
    expect(row).toEqual({ receipts: 200 });
    expect(await unbalanced()).toBe(0);
  },
);
