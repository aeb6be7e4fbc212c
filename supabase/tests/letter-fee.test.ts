import { expect, test } from "vitest";
import { endingGround, type Signed } from "./support/ending-ground.ts";

const { ground, signed, asStaff, byLink, day, ask, stateOf, queued } = endingGround();
const address_hash = "a".repeat(64);
const needs = { offer: { letter_needs_fee: true } };

const feeOf = async ({ id }: Signed) => {
  const [row] = await ground.sql`
    select id from public.payments where contract_id = ${id} and what = 'fee'`;
  return String(row?.["id"]);
};
const book = async (contract: Signed) =>
  asStaff("book_payment", { payment_id: await feeOf(contract), paid_on: await day(0) });
const undo = async (contract: Signed) =>
  asStaff("undo_payment", { payment_id: await feeOf(contract), reason: "Era de outro" });
/** The landlord confirmed this address. */
const confirmed = ({ id }: Signed) => ground.sql`
  insert into public.landlord_contacts (contract_id, address, given_by, confirmed_at)
  values (${id}, 'locador@exemplo.com.br', 'staff', now())`;
const sent = () =>
  ground.sql`update public.outgoing_mail set status = 'sent', sent_at = now() where status = 'queued'`;
const codeOf = async ({ id }: Signed) => {
  const [row] = await ground.sql`select code from public.letters where contract_id = ${id}`;
  return String(row?.["code"]);
};
const verified = (code: string) => ground.call("verify_letter", { code, address_hash });

test("a letter that needs its fee is awaited everywhere until that is paid, whichever way it began", async () => {
  const contract = await signed({ daysAgo: 3, ...needs });
  await confirmed(contract);
  const state = { state: "awaiting_payment" };
  expect(await verified(await codeOf(contract))).toMatchObject(state);
  expect(await ground.track(contract.secret_hash)).toMatchObject({
    contract: { letterFee: "awaited" },
  });
  expect(await asStaff("contract_detail", { contract_id: contract.id })).toMatchObject(state);
  const [seen] = await ground.sql`
    select private.landlord_view('locador@exemplo.com.br') #> '{contracts,0}' as contract`;
  expect(seen?.["contract"]).toMatchObject(state);

  await book(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  await book(contract);
  expect(await queued()).toEqual(["landlord-fee", "letter-fee"]);
  await undo(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "awaiting_payment" });
  expect(await queued()).toEqual([]);

  // Whoever was told is told when it is taken back.
  await book(contract);
  await sent();
  await undo(contract);
  expect(await ground.count("public.outgoing_mail where status = 'queued'")).toBe(2);
  await sent();
  await book(contract);
  expect(await ground.count("public.outgoing_mail")).toBe(6);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
});

test("a line of a statement puts it into force, too; of one that has not begun when it begins", async () => {
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

test("as accepted, it does not need its fee, whatever the rule is later; nor one that costs nothing", async () => {
  const free = await signed({ offer: { letter_needs_fee: true, fee: 0 } });
  const apart = await signed();
  for (const contract of [free, apart]) {
    expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  }
  await book(apart);
  expect(await queued()).toEqual([]);
});

test("its dates go on as those of any other: its end is told, it may be asked for and regretted", async () => {
  const contract = await signed({ daysAgo: 350, ...needs });
  await ground.sql`update public.contracts set end_told_on = null`;
  await ground.sql`select private.tell_of_ends()`;
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

test("the code of a letter that was replaced says so while another holds, and then that it is over", async () => {
  const contract = await signed();
  const code = await codeOf(contract);
  await ground.sql`
    select private.reissue_letter(held) from public.contracts as held where id = ${contract.id}`;
  expect(await verified(code)).toMatchObject({ state: "replaced" });
  await byLink(contract);
  expect(await verified(code)).toMatchObject({
    state: "revoked",
    ending: "regret",
    closedOn: await day(0),
  });
});

test("a refund is due within the days of the business rules, and a notice lasts as many as they want", async () => {
  await ground.call("keep_content", { content: { rules: { refundDays: 3, noticeDays: 15 } } });
  const contract = await signed();
  await book(contract);
  expect(await byLink(contract)).toMatchObject({ refund: { dueOn: await day(3) } });
  const late = await signed({ daysAgo: 20 });
  await ground.sql`update public.payments set due_on = private.today_in_brasilia() - 1`;
  const notice = async (days: number) =>
    asStaff("give_notice", { payment_id: await feeOf(late), notice_on: await day(days) });
  await expect(notice(14)).rejects.toThrow("ao menos 15 dias");
  expect(await notice(15)).toEqual({ changed: true });
  await ground.sql`delete from private.kept_content`;
});
