import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { StaffRightsName } from "#contracts/stored-values.ts";
import { callFunction } from "../support/call-api.ts";
import { day } from "../support/payment-fixtures.ts";
import { openStaff } from "../support/personas.ts";
import { line, statementFixtures } from "../support/statement-fixtures.ts";

const fixtures = statementFixtures();
const { owing, book, call, confirmAccount, openOf } = fixtures;
type Member = Awaited<ReturnType<typeof openStaff>>;

let money: Member;
let payouts: Member;

beforeAll(async () => {
  const { stack } = fixtures;
  const open = (right: StaffRightsName) =>
    openStaff(stack, stack.sql, { email: `${right}@payser.example`, rights: ["read", right] });
  [money, payouts] = await Promise.all([open("money"), open("payouts")]);
});

/** Makes a contract that has a confirmed account and is owed a refund of R$ 200,00. */
async function refunded() {
  const contract = await owing();
  const { movementId } = await book(contract.chargeId, { amount: 1700 });
  const { json } = await call("refund_payment", { movement_id: movementId });
  await confirmAccount(contract.contractId);
  return { ...contract, refundId: z.object({ chargeId: z.string() }).parse(json).chargeId };
}

async function bookAs(member: Member, charge_id: string) {
  const open = await openOf(charge_id);
  return callFunction(fixtures.stack, member, "book_payment", {
    movement_id: crypto.randomUUID(),
    charge_id,
    paid_on: day(0),
    amount: open,
    seen_open: open,
    account_version: 1,
  });
}

const denials = async (member: Member, action: string, contractId: string) => {
  const [row] = await fixtures.stack.sql`
    select count(*)::integer as count from public.audit_trail
    where actor = ${member.userId} and action = ${action} and subject_id = ${contractId} and outcome = 'denied'`;
  return row?.["count"];
};

describe("a member with the right money alone", () => {
  test("books a fee, but no refund, and the refusal is recorded", async () => {
    const { contractId, refundId } = await refunded();
    const refused = await bookAs(money, refundId);
    expect(refused).toMatchObject({ status: 403, json: { code: "PT403" } });
    expect(JSON.stringify(refused.json)).toContain("Falta o direito “Aprovar e pagar”");
    expect(await openOf(refundId)).toBe(200);
    expect(await denials(money, "book-payment", contractId)).toBe(1);
    const fee = await owing();
    expect((await bookAs(money, fee.chargeId)).json).toMatchObject({ changed: true });
  });

  test("books no refund from a bank statement, and the refusal is recorded", async () => {
    const { contractId, refundId } = await refunded();
    const { status, json } = await callFunction(fixtures.stack, money, "book_statement", {
      lines: [line({ direction: "out", amount: "200.00", text: "PIX ENVIADO ANA" })],
      choices: [{ place: 1, charge: refundId, accountVersion: 1 }],
    });
    expect({ status, json }).toEqual({
      status: 200,
      json: { booked: [], aside: 0, refused: [{ place: 1, why: "right" }] },
    });
    expect(await openOf(refundId)).toBe(200);
    expect(await denials(money, "book-statement", contractId)).toBe(1);
  });
});

test("a member with the right payouts alone books a refund, but no fee", async () => {
  const { refundId } = await refunded();
  expect((await bookAs(payouts, refundId)).json).toMatchObject({ changed: true });
  const fee = await owing();
  expect(await bookAs(payouts, fee.chargeId)).toMatchObject({ status: 403 });
  expect(await openOf(fee.chargeId)).toBe(1500);
});
