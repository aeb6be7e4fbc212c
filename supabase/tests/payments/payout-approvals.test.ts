import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";
import { openStaff } from "../support/personas.ts";

const fixtures = paymentFixtures();
const { owing, book, call, confirmAccount, openOf } = fixtures;

type Member = Awaited<ReturnType<typeof openStaff>>;
let creator: Member;
let approver: Member;
let third: Member;

beforeAll(async () => {
  const { stack } = fixtures;
  creator = stack.personas["staff"];
  approver = stack.personas["other staff"];
  third = await openStaff(stack, stack.sql, { email: "terceira@payser.example" });
});
beforeEach(() => fixtures.stack.sql`update private.staff_settings set second_person_above = 100`);

/** Makes a contract with a confirmed account and a refund of R$ 200,00, which `creator` made. */
async function refunded() {
  const contract = await owing();
  const { movementId } = await book(contract.chargeId, { amount: 1700 });
  const { json } = await call("refund_payment", { movement_id: movementId });
  await confirmAccount(contract.contractId);
  return { ...contract, refundId: z.object({ chargeId: z.string() }).parse(json).chargeId };
}

const as = (member: Member, name: string, args: Record<string, unknown>) =>
  callFunction(fixtures.stack, member, name, args);
const approve = (member: Member, charge_id: string, version = 1) =>
  as(member, "approve_payout", { charge_id, version });
const withdraw = async (member: Member, charge_id: string) =>
  (await as(member, "withdraw_approval", { charge_id })).json;
const pay = async (member: Member, charge_id: string, account_version = 1) =>
  as(member, "book_payment", {
    movement_id: crypto.randomUUID(),
    charge_id,
    paid_on: day(0),
    amount: 200,
    seen_open: await openOf(charge_id),
    account_version,
  });

test("a refund above the limit is made, approved and paid by three people", async () => {
  const { contractId, refundId } = await refunded();
  expect((await pay(third, refundId)).json).toEqual({ changed: false, why: "second" });
  const own = await approve(creator, refundId);
  expect(own).toMatchObject({ status: 403, json: { code: "PT403" } });
  expect(JSON.stringify(own.json)).toContain("Quem criou esta devolução");
  expect((await approve(approver, refundId)).json).toEqual({ changed: true });
  expect(JSON.stringify((await pay(creator, refundId)).json)).toContain(
    "Quem criou esta devolução",
  );
  expect(JSON.stringify((await pay(approver, refundId)).json)).toContain(
    "Quem aprovou este pagamento não o registra",
  );
  expect(await openOf(refundId)).toBe(200);
  expect((await pay(third, refundId)).json).toMatchObject({ changed: true });
  expect(await openOf(refundId)).toBe(0);
  const trail = await fixtures.stack.sql`
    select action, actor, outcome from public.audit_trail
    where subject_id = ${contractId} and (action = 'approve-payout' or outcome = 'denied') order by id`;
  expect(trail).toEqual([
    { action: "approve-payout", actor: creator.userId, outcome: "denied" },
    { action: "approve-payout", actor: approver.userId, outcome: "done" },
    { action: "book-payment", actor: creator.userId, outcome: "denied" },
    { action: "book-payment", actor: approver.userId, outcome: "denied" },
  ]);
});

test("only the person who approved takes the approval back, and then may pay", async () => {
  const { refundId } = await refunded();
  await approve(approver, refundId);
  expect(await withdraw(third, refundId)).toEqual({ changed: false, why: "not-yours" });
  expect(await withdraw(approver, refundId)).toEqual({ changed: true });
  expect(await withdraw(approver, refundId)).toEqual({ changed: false, why: "not-yours" });
  expect((await pay(third, refundId)).json).toEqual({ changed: false, why: "second" });
  expect((await approve(third, refundId)).json).toEqual({ changed: true });
  expect((await pay(approver, refundId)).json).toMatchObject({ changed: true });
  expect(await withdraw(third, refundId)).toEqual({ changed: false, why: "paid" });
});

test("an approval counts only for the account that the person saw", async () => {
  const { contractId, refundId } = await refunded();
  await approve(approver, refundId);
  await confirmAccount(contractId, 2);
  expect((await pay(third, refundId, 2)).json).toEqual({ changed: false, why: "second" });
  expect(await approve(approver, refundId, 1)).toMatchObject({ status: 409 });
  expect((await approve(approver, refundId, 2)).json).toEqual({ changed: true });
  expect((await approve(third, refundId, 2)).json).toEqual({ changed: false, why: "not-waiting" });
});
