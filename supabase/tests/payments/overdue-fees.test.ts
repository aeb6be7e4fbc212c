import { describe, expect, test } from "vitest";
import { day, type Owing, paymentFixtures } from "../support/payment-fixtures.ts";

const fixtures = paymentFixtures();
const { call, owing, book, reverse, money } = fixtures;

/** Runs the reminders as if the time were `hour` in Brasília, `ahead` days from today. Returns the queued mails. */
async function remind(ahead: number, hour = "12:00") {
  await fixtures.stack
    .sql`select private.remind_of_fees(${`${day(ahead)}T${hour}:00-03:00`}::timestamptz)`;
  return mails();
}
/**
 * Returns the queued mails about fees, each with its step. The step is the number of days after the due day, or the
 * last day of a notice.
 */
async function mails() {
  const rows = await fixtures.stack.sql`
    select template, substr(idempotency_key, length(split_part(idempotency_key, ':', 1)) + 39) as step
    from public.outgoing_mail where template like 'fee-%' order by created_at, idempotency_key`;
  return rows.map(({ template, step }) => `${String(template)} ${String(step)}`);
}
const cancel = (contract_id: string) =>
  call("close_contract", { contract_id, status: "cancelled", reason: "Engano" });
const askForEnd = (contractId: string) => fixtures.stack.sql`
  insert into public.contract_endings (id, contract_id, kind, asked_by)
  values (gen_random_uuid(), ${contractId}, 'moved-out', 'tenant')`;

describe("the reminder of a fee", () => {
  test("is mailed 3 days before, on the day, 3 and 7 days after, once each and not at night", async () => {
    await owing(0);
    expect(await remind(-4)).toEqual([]);
    expect(await remind(-3, "07:59")).toEqual([]);
    const steps = ["fee-overdue -3"];
    expect(await remind(-3)).toEqual(steps);
    expect(await remind(-1)).toEqual(steps);
    steps.push("fee-overdue 0");
    expect(await remind(0)).toEqual(steps);
    expect(await remind(2)).toEqual(steps);
    steps.push("fee-overdue 3");
    expect(await remind(3)).toEqual(steps);
    await Promise.all([remind(7), remind(8), remind(20)]);
    expect(await mails()).toEqual([...steps, "fee-overdue 7"]);
  });

  test("is mailed once after days without a schedule, and not after twenty days", async () => {
    await owing(0);
    expect(await remind(21)).toEqual([]);
    expect(await remind(20)).toEqual(["fee-overdue 7"]);
  });

  test("is about each instalment of a plan, also when one is late and another is paid", async () => {
    const { chargeIds } = await owing(0, { instalments: 3 });
    const [first = "", second = ""] = chargeIds;
    expect(await remind(0)).toEqual(["fee-overdue 0"]);
    await book(first);
    expect(await mails()).toEqual([]);
    const [row] = await fixtures.stack.sql`
      select due_on - private.today_in_brasilia() as ahead from public.charges where id = ${second}`;
    const ahead = Number(row?.["ahead"]);
    expect(await remind(ahead + 3)).toEqual(["fee-overdue 3"]);
    const [about] = await fixtures.stack.sql`
      select private.fee_to_pay(contract_id, idempotency_key) as fee from public.outgoing_mail
      where template = 'fee-overdue'`;
    expect(about?.["fee"]).toMatchObject({ instalment: 2, instalments: 3, amount: 500 });
  });

  test("names what is still open of a fee that was paid in part", async () => {
    const { contractId, chargeId } = await owing(0);
    await book(chargeId, { amount: 600 });
    expect(await remind(0)).toEqual(["fee-overdue 0"]);
    const [row] = await fixtures.stack.sql`select private.fee_to_pay(${contractId}) as fee`;
    expect(row?.["fee"]).toMatchObject({ amount: 900 });
  });

  test.each<[string, (owed: Owing) => unknown]>([
    ["the fee is paid", ({ chargeId }) => book(chargeId)],
    ["somebody asked for the end", ({ contractId }) => askForEnd(contractId)],
    ["the contract is cancelled", ({ contractId }) => cancel(contractId)],
    [
      "the contract was accepted on this day",
      ({ contractId }) => fixtures.stack.sql`
        update public.contracts set created_at = now() where id = ${contractId}`,
    ],
  ])("is not mailed once %s", async (_what, arrange) => {
    await arrange(await owing(0));
    expect(await remind(0)).toEqual([]);
  });

  test("an unsent mail is deleted with the payment or the end of the contract", async () => {
    const paid = await owing(-4);
    const cancelled = await owing(-4);
    await call("give_notice", { charge_id: paid.chargeId, notice_on: day(10) });
    expect(await remind(0)).toHaveLength(3);
    await cancel(cancelled.contractId);
    await book(paid.chargeId);
    expect(await mails()).toEqual([]);
  });
});

describe("the reminders that staff send", () => {
  test("go to each tenant of a chosen fee once a day, and not to a contract that ends", async () => {
    const [first, second, ending] = [await owing(-9), await owing(-1), await owing(-2)];
    await askForEnd(ending.contractId);
    const charge_ids = [first.chargeId, second.chargeId, ending.chargeId];
    const send = () => call("remind_tenants_of_fees", { charge_ids });
    expect((await send()).json).toEqual({ done: 2, skipped: { ending: 1 } });
    expect((await send()).json).toEqual({ done: 0, skipped: { ending: 1, reminded: 2 } });
    expect(await mails()).toEqual([`fee-overdue ${day(0)}`, `fee-overdue ${day(0)}`]);
    await book(first.chargeId);
    expect(await mails()).toEqual([`fee-overdue ${day(0)}`]);
  });

  test("invite tenants whose contracts end within 90 days to ask for the renewal", async () => {
    const near = await owing(-9, { end_date: day(40) });
    const far = await owing(-9, { end_date: day(200) });
    const send = () =>
      call("remind_tenants_of_ends", { contract_ids: [near.contractId, far.contractId] });
    expect((await send()).json).toEqual({ done: 1, skipped: { "too-early": 1 } });
    expect((await send()).json).toEqual({ done: 0, skipped: { "too-early": 1, reminded: 1 } });
    const rows = await fixtures.stack.sql`
      select contract_id from public.outgoing_mail where template = 'term-ends'`;
    expect([...rows]).toEqual([{ contract_id: near.contractId }]);
  });
});

describe("the notice of an overdue fee", () => {
  const notice = (charge_id: string, notice_on = day(10)) =>
    call("give_notice", { charge_id, notice_on });
  const close = (charge_id: string) => call("close_unpaid", { charge_id });
  const pass = (chargeId: string) => fixtures.stack.sql`
    update public.charges set notice_on = ${day(-1)} where id = ${chargeId}`;

  test("gives ten days at least, and the contract ends only after them, with the reason", async () => {
    const { contractId, chargeId } = await owing(-9);
    expect((await close(chargeId)).json).toEqual({ changed: false, why: "not-overdue" });
    expect(await notice(chargeId, day(9))).toMatchObject({
      status: 422,
      json: { message: "O aviso dá ao locatário ao menos 10 dias." },
    });
    expect((await notice(chargeId, day(91))).status).toBe(422);
    expect((await notice(chargeId)).json).toEqual({ changed: true });
    expect((await notice(chargeId, day(30))).json).toEqual({ changed: false, why: "noticed" });
    expect(await mails()).toEqual([`fee-notice ${day(10)}`]);
    expect((await money(contractId)).charges).toMatchObject([{ noticeOn: day(10) }]);
    expect((await close(chargeId)).json).toEqual({ changed: false, why: "too-early" });
    await pass(chargeId);
    expect((await close(chargeId)).json).toMatchObject({ changed: true, state: "ended" });
    const [closed] = await fixtures.stack.sql`
      select status, close_reason from public.contracts where id = ${contractId}`;
    expect(closed).toMatchObject({
      status: "ended",
      close_reason: expect.stringMatching(/não foi paga até .*, a data do aviso/),
    });
    // A fee that was due while the guarantee was in force stays owed.
    expect(await money(contractId)).toMatchObject({ owed: 1500 });
  });

  test("ends no contract once the fee is paid", async () => {
    const { chargeId } = await owing(-9);
    await notice(chargeId);
    await pass(chargeId);
    const { movementId } = await book(chargeId);
    expect((await close(chargeId)).json).toEqual({ changed: false, why: "not-overdue" });
    await reverse(movementId);
    expect((await close(chargeId)).json).toMatchObject({ changed: true });
  });

  test("is given to several tenants at once, and the others are counted by reason", async () => {
    const late = await owing(-9);
    const other = await owing(-5);
    const due = await owing(5);
    await notice(other.chargeId);
    const charge_ids = [late.chargeId, other.chargeId, due.chargeId, late.chargeId];
    const give = (notice_on: string) => call("give_notices", { charge_ids, notice_on });
    expect(await give(day(9))).toMatchObject({ status: 422, json: { details: "notice_on" } });
    expect((await give(day(12))).json).toEqual({
      done: 1,
      skipped: { noticed: 1, "not-overdue": 1 },
    });
    expect((await money(late.contractId)).charges).toMatchObject([{ noticeOn: day(12) }]);
    expect((await call("give_notices", { charge_ids: [], notice_on: day(12) })).status).toBe(422);
  });

  test("is about the oldest overdue instalment only", async () => {
    const { chargeIds } = await owing(-50, { instalments: 3 });
    const [first = "", second = "", third = ""] = chargeIds;
    for (const later of [second, third]) {
      expect((await notice(later)).json).toEqual({ changed: false, why: "not-overdue" });
    }
    await book(first, { amount: 499.99 });
    expect((await notice(second)).json).toEqual({ changed: false, why: "not-overdue" });
    await book(first);
    expect((await notice(second)).json).toEqual({ changed: true });
  });

  test("is not given before the due day, where the contract is ending, or without an address", async () => {
    const soon = await owing(1);
    expect((await notice(soon.chargeId)).json).toEqual({ changed: false, why: "not-overdue" });
    const ending = await owing(-3);
    await askForEnd(ending.contractId);
    expect((await notice(ending.chargeId)).json).toEqual({ changed: false, why: "ending" });
    const silent = await owing(-3, { tenant_email: null });
    expect((await notice(silent.chargeId)).json).toEqual({ changed: false, why: "no-address" });
    expect((await notice(crypto.randomUUID())).status).toBe(404);
  });
});
