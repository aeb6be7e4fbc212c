import { expect, test } from "vitest";
import { endingFixtures, type Signed } from "../support/ending-fixtures.ts";

const { fixtures, signed, asStaff, byLink, day, ask, stateOf, queued } = endingFixtures();
const address_hash = "a".repeat(64);
const needs = { offer: { letter_needs_fee: true } };

const feeOf = async ({ id }: Signed) => {
  const [row] = await fixtures.sql`
    select id from public.payments where contract_id = ${id} and what = 'fee'`;
  return String(row?.["id"]);
};
const book = async (contract: Signed) =>
  asStaff("book_payment", { payment_id: await feeOf(contract), paid_on: await day(0) });
const undo = async (contract: Signed) =>
  asStaff("undo_payment", { payment_id: await feeOf(contract), reason: "Era de outro" });
/** Adds a confirmed e-mail address of the landlord to a contract. */
const confirmed = ({ id }: Signed) => fixtures.sql`
  insert into public.landlord_contacts (contract_id, address, given_by, confirmed_at)
  values (${id}, 'locador@exemplo.com.br', 'staff', now())`;
const sent = () =>
  fixtures.sql`update public.outgoing_mail set status = 'sent', sent_at = now() where status = 'queued'`;
const codeOf = async ({ id }: Signed) => {
  const [row] = await fixtures.sql`select code from public.letters where contract_id = ${id}`;
  return String(row?.["code"]);
};
const verified = (code: string) => fixtures.call("verify_letter", { code, address_hash });

test("a letter that needs its fee waits everywhere until the payment, however it began", async () => {
  const contract = await signed({ daysAgo: 3, ...needs });
  await confirmed(contract);
  const state = { state: "awaiting_payment" };
  expect(await verified(await codeOf(contract))).toMatchObject(state);
  expect(await fixtures.track(contract.secret_hash)).toMatchObject({
    contract: { letterFee: "awaited" },
  });
  expect(await asStaff("contract_detail", { contract_id: contract.id })).toMatchObject(state);
  const [seen] = await fixtures.sql`
    select private.landlord_view('locador@exemplo.com.br') #> '{contracts,0}' as contract`;
  expect(seen?.["contract"]).toMatchObject(state);

  await book(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  await book(contract);
  expect(await queued()).toEqual(["landlord-fee", "letter-fee"]);
  await undo(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "awaiting_payment" });
  expect(await queued()).toEqual([]);

  // After the notices about the paid fee were sent, undoing the payment queues notices to tenant and landlord.
  await book(contract);
  await sent();
  await undo(contract);
  expect(await fixtures.count("public.outgoing_mail where status = 'queued'")).toBe(2);
  await sent();
  await book(contract);
  expect(await fixtures.count("public.outgoing_mail")).toBe(6);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
});

test("a line of a statement also puts the letter into force, at the start when that is later", async () => {
  const contract = await signed({ startsIn: 20, ...needs });
  const line = {
    account: "001-9",
    day: await day(0),
    amount: "1620.45",
    text: "PIX",
    id: "A1",
  };
  expect(
    await asStaff("book_statement", {
      lines: [line],
      choices: [{ place: 1, payment: await feeOf(contract) }],
    }),
  ).toMatchObject({ booked: [1] });
  expect(await stateOf(contract)).toMatchObject({ letter: "upcoming" });
  expect(await queued()).toEqual(["letter-fee"]);
});

test("the rule at the acceptance decides whether a letter needs its fee, and a free one needs none", async () => {
  const free = await signed({ offer: { letter_needs_fee: true, fee: 0 } });
  const apart = await signed();
  for (const contract of [free, apart]) {
    expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  }
  await book(apart);
  expect(await queued()).toEqual([]);
});

test("the contract's dates apply as usual: its end is announced, and it may be ended and regretted", async () => {
  const contract = await signed({ daysAgo: 350, ...needs });
  await fixtures.sql`update public.contracts set end_told_on = null`;
  await fixtures.sql`select private.tell_of_ends()`;
  expect(await queued()).toEqual(["term-ends"]);
  const { answer } = await ask(contract, { keys_on: await day(-1) });
  expect(answer).toMatchObject({ outcome: "asked" });
  const upcoming = await signed({ startsIn: 5, ...needs });
  const early = await ask(upcoming, { kind: "cancelled-before-start" });
  expect(early.answer).toMatchObject({ outcome: "asked" });
  const regretted = await signed({ ...needs });
  expect(await byLink(regretted)).toMatchObject({ outcome: "regretted" });
  expect(await stateOf(regretted)).toMatchObject({ letter: "revoked" });
});

test("a replaced letter's code says replaced while another is valid, and ended afterwards", async () => {
  const contract = await signed();
  const code = await codeOf(contract);
  await fixtures.sql`
    select private.reissue_letter(held) from public.contracts as held where id = ${contract.id}`;
  expect(await verified(code)).toMatchObject({ state: "replaced" });
  await byLink(contract);
  expect(await verified(code)).toMatchObject({
    state: "revoked",
    ending: "regret",
    closedOn: await day(0),
  });
});

test("a refund is due within the days of the business rules, and a notice lasts as long as they say", async () => {
  await fixtures.call("keep_content", { content: { rules: { refundDays: 3, noticeDays: 15 } } });
  const contract = await signed();
  await book(contract);
  expect(await byLink(contract)).toMatchObject({ refund: { dueOn: await day(3) } });
  const late = await signed({ daysAgo: 20 });
  await fixtures.sql`update public.payments set due_on = private.today_in_brasilia() - 1`;
  const notice = async (days: number) =>
    asStaff("give_notice", { payment_id: await feeOf(late), notice_on: await day(days) });
  await expect(notice(14)).rejects.toThrow("ao menos 15 dias");
  expect(await notice(15)).toEqual({ changed: true });
  await fixtures.sql`delete from private.kept_content`;
});
