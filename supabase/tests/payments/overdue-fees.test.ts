import { describe, expect, test } from "vitest";
import { day, paymentFixtures } from "../support/payment-fixtures.ts";

const fixtures = paymentFixtures();
const { call, owing, book } = fixtures;

describe("a fee that is not paid", () => {
  /** Runs the schedule's part so many days from now, at an hour of Brasília; gives the mails that are queued. */
  async function remind(ahead: number, hour = "12:00") {
    await fixtures.stack
      .sql`select private.remind_of_fees(${`${day(ahead)}T${hour}:00-03:00`}::timestamptz)`;
    return mails();
  }
  async function mails() {
    const rows = await fixtures.stack.sql`
      select template, split_part(idempotency_key, ':', 3) as step from public.outgoing_mail
      where template like 'fee-%' order by created_at, idempotency_key`;
    return rows.map(({ template, step }) => `${String(template)} ${String(step)}`);
  }
  test("is asked for on its day, 3 and 7 days after, once each and not at night", async () => {
    await owing(0);
    expect(await remind(-1)).toEqual([]);
    expect(await remind(0, "07:59")).toEqual([]);
    expect(await remind(0)).toEqual(["fee-overdue 0"]);
    expect(await remind(0)).toEqual(["fee-overdue 0"]);
    expect(await remind(2)).toEqual(["fee-overdue 0"]);
    expect(await remind(3)).toEqual(["fee-overdue 0", "fee-overdue 3"]);
    await Promise.all([remind(7), remind(8), remind(20)]);
    expect(await mails()).toEqual(["fee-overdue 0", "fee-overdue 3", "fee-overdue 7"]);
  });

  test("is asked for once where the clock stood still, and after twenty days no more", async () => {
    await owing(0);
    expect(await remind(21)).toEqual([]);
    expect(await remind(20)).toEqual(["fee-overdue 7"]);
  });

  test.each<[string, (owed: Awaited<ReturnType<typeof owing>>) => unknown]>([
    ["it is paid", ({ paymentId }) => book(paymentId)],
    [
      "it is dropped",
      ({ contractId }) => fixtures.stack.sql`select private.drop_dues(${contractId})`,
    ],
    [
      "somebody asked for the end",
      ({ contractId }) => fixtures.stack.sql`
        insert into public.contract_endings (id, contract_id, protocol, kind, asked_by)
        values (gen_random_uuid(), ${contractId}, 'EN-2026-0A0B0C0D', 'moved-out', 'tenant')`,
    ],
    [
      "it is cancelled",
      ({ contractId }) =>
        call("close_contract", { contract_id: contractId, status: "cancelled", reason: "Engano" }),
    ],
    [
      "it was accepted on this day",
      ({ contractId }) => fixtures.stack.sql`
        update public.contracts set created_at = now() where id = ${contractId}`,
    ],
  ])("is asked for no more once %s", async (_what, arrange) => {
    await arrange(await owing(0));
    expect(await remind(0)).toEqual([]);
  });

  test("its mails that were not sent yet go as it is paid or dropped", async () => {
    const paid = await owing(-4);
    const dropped = await owing(-4);
    await call("give_notice", { payment_id: paid.paymentId, notice_on: day(10) });
    expect(await remind(0)).toHaveLength(3);
    await fixtures.stack.sql`select private.drop_dues(${dropped.contractId})`;
    await book(paid.paymentId);
    expect(await mails()).toEqual([]);
  });

  const notice = (payment_id: string, notice_on = day(10)) =>
    call("give_notice", { payment_id, notice_on });
  const close = (payment_id: string) => call("close_unpaid", { payment_id });
  const pass = (paymentId: string) => fixtures.stack.sql`
    update public.payments set notice_on = ${day(-1)} where id = ${paymentId}`;

  test("ends its contract only after a notice of ten days, with the reason", async () => {
    const { contractId, paymentId } = await owing(-9);
    expect((await close(paymentId)).json).toEqual({ changed: false, why: "not-overdue" });
    const soon = await notice(paymentId, day(9));
    expect(soon).toMatchObject({
      status: 422,
      json: { message: "O aviso dá ao locatário ao menos 10 dias." },
    });
    expect((await notice(paymentId, day(91))).status).toBe(422);
    expect((await notice(paymentId)).json).toEqual({ changed: true });
    expect((await notice(paymentId, day(30))).json).toEqual({ changed: false, why: "noticed" });
    expect(await mails()).toEqual([`fee-notice ${day(10)}`]);
    expect((await close(paymentId)).json).toEqual({ changed: false, why: "too-early" });
    await pass(paymentId);
    expect((await close(paymentId)).json).toMatchObject({ changed: true, state: "ended" });
    const [closed] = await fixtures.stack.sql`
      select status, close_reason from public.contracts where id = ${contractId}`;
    expect(closed).toMatchObject({
      status: "ended",
      close_reason: expect.stringMatching(/não foi paga até .*, a data do aviso/),
    });
  });

  test("that is paid in between takes its notice back, and so does a booking that was undone", async () => {
    const { paymentId } = await owing(-9);
    await notice(paymentId);
    await pass(paymentId);
    await book(paymentId);
    expect((await close(paymentId)).json).toEqual({ changed: false, why: "not-overdue" });
    await call("undo_payment", { payment_id: paymentId, reason: "Era de outro" });
    expect((await close(paymentId)).json).toEqual({ changed: false, why: "not-overdue" });
    expect((await notice(paymentId)).json).toEqual({ changed: true });
  });

  test("gets no notice before its day, nor where its contract is ending", async () => {
    const soon = await owing(1);
    expect((await notice(soon.paymentId)).json).toEqual({ changed: false, why: "not-overdue" });
    const ending = await owing(-3);
    await fixtures.stack.sql`
      insert into public.contract_endings (id, contract_id, protocol, kind, asked_by)
      values (gen_random_uuid(), ${ending.contractId}, 'EN-2026-0A0B0C0E', 'moved-out', 'tenant')`;
    expect((await notice(ending.paymentId)).json).toEqual({ changed: false, why: "ending" });
    const silent = await owing(-3, { tenant_email: null });
    expect((await notice(silent.paymentId)).json).toEqual({ changed: false, why: "no-address" });
  });
});
