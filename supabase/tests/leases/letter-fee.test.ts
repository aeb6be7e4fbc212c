import { expect, test } from "vitest";
import { addLandlordAddress } from "../support/add-landlord-address.ts";
import { changeLedger } from "../support/delete-contracts.ts";
import { endingFixtures, type Signed } from "../support/ending-fixtures.ts";

const { fixtures, signed, asStaff, byLink, day, ask, stateOf, queued } = endingFixtures();
const address_hash = "a".repeat(64);
const needs = { offer: { letter_needs_fee: true } };

const feeOf = async ({ id }: Signed) => {
  const [row] = await fixtures.sql`
    select id, private.open_amount(charge)::float as open from public.charges as charge
    where contract_id = ${id} and kind = 'fee' order by instalment limit 1`;
  return { id: String(row?.["id"]), open: Number(row?.["open"]) };
};
const book = async (contract: Signed, share = 1) => {
  const { id: charge_id, open } = await feeOf(contract);
  return asStaff("book_payment", {
    movement_id: crypto.randomUUID(),
    charge_id,
    paid_on: await day(0),
    amount: Math.round(open * share * 100) / 100,
    seen_open: open,
  });
};
/** Reverses the last payment of a contract. */
const reverse = async ({ id }: Signed) => {
  const [row] = await fixtures.sql`
    select movement.id from public.movements as movement
    where contract_id = ${id} and reverses is null and not private.is_reversed(movement.id)
    order by booked_at desc limit 1`;
  return asStaff("reverse_payment", { movement_id: row?.["id"], reason: "Era de outro" });
};
/** Returns the templates of the mails that were not sent yet, in alphabetical order. */
const waiting = async () => {
  const rows = await fixtures.sql`
    select template from public.outgoing_mail where status = 'queued' order by template`;
  return rows.map(({ template }) => String(template));
};
/** Returns the waiting mails about the letter: letter-fee and landlord-fee. */
const told = async () => (await waiting()).filter((template) => template.endsWith("-fee"));
/** Adds a confirmed e-mail address of the landlord to the lease of a contract. */
const confirmed = ({ leaseId }: Signed) =>
  addLandlordAddress(fixtures.sql, leaseId, "locador@exemplo.com.br");
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
  const both = ["landlord-fee", "letter-fee"];
  expect(await verified(await codeOf(contract))).toMatchObject(state);
  expect(await fixtures.track(contract.secret_hash)).toMatchObject({
    contract: { letterFee: "awaited" },
  });
  expect(await asStaff("contract_detail", { contract_id: contract.id })).toMatchObject(state);
  const [seen] = await fixtures.sql`
    select private.landlord_view('locador@exemplo.com.br') #> '{leases,0}' as lease`;
  expect(seen?.["lease"]).toMatchObject(state);

  await book(contract, 0.5);
  expect(await stateOf(contract)).toMatchObject({ letter: "awaiting_payment" });
  expect(await told()).toEqual([]);
  await book(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  expect(await told()).toEqual(["landlord-fee", "letter-fee"]);
  await reverse(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "awaiting_payment" });
  expect(await told()).toEqual([]);

  // After the mails about the paid fee were sent, the reversal queues mails to tenant and landlord.
  await book(contract);
  await sent();
  await reverse(contract);
  expect(await waiting()).toEqual([...both, "payment-reversed"]);
  await sent();
  await book(contract);
  expect(await waiting()).toEqual([...both, "payment-received"]);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
});

test("a line of a statement also puts the letter into force, at the start when that is later", async () => {
  const contract = await signed({ startsIn: 20, ...needs });
  const line = {
    account: "001-9",
    day: await day(0),
    direction: "in",
    amount: "1620.45",
    text: "PIX",
    id: "A1",
  };
  expect(
    await asStaff("book_statement", {
      lines: [line],
      choices: [{ place: 1, charge: (await feeOf(contract)).id }],
    }),
  ).toMatchObject({ booked: [1] });
  expect(await stateOf(contract)).toMatchObject({ letter: "upcoming" });
  expect(await told()).toEqual(["letter-fee"]);
});

test("a letter needs the first instalment of a plan only, and a later one changes nothing", async () => {
  const contract = await signed({
    startsIn: 1,
    offer: { letter_needs_fee: true, instalments: 3 },
  });
  await fixtures.sql`
    update public.contracts set start_date = private.today_in_brasilia() where id = ${contract.id}`;
  await book(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  const [later] = await fixtures.sql`
    select id, amount::float from public.charges where contract_id = ${contract.id} and instalment = 2`;
  await asStaff("book_payment", {
    movement_id: crypto.randomUUID(),
    charge_id: later?.["id"],
    paid_on: await day(0),
    amount: later?.["amount"],
    seen_open: later?.["amount"],
  });
  await reverse(contract);
  expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  expect(await told()).toEqual(["letter-fee"]);
});

test("the rule at the acceptance decides whether a letter needs its fee, and a free one needs none", async () => {
  await fixtures.call("keep_content", { content: { rules: { feeMinimum: 0 } } });
  await fixtures.sql`update private.staff_settings set fee_range_percent = 100`;
  const free = await signed({ offer: { letter_needs_fee: true, fee: 0 } });
  await fixtures.sql`delete from private.kept_content`;
  await fixtures.sql`update private.staff_settings set fee_range_percent = 20`;
  const apart = await signed();
  for (const contract of [free, apart]) {
    expect(await stateOf(contract)).toMatchObject({ letter: "in_force" });
  }
  await book(apart);
  expect(await told()).toEqual([]);
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

test("a refund is due on the last business day within the days of the business rules, and a notice lasts as long as they say", async () => {
  await fixtures.call("keep_content", { content: { rules: { refundDays: 9, noticeDays: 15 } } });
  const contract = await signed();
  await book(contract);
  const [due] = await fixtures.sql`
    select max(private.today_in_brasilia() + ahead)::text as day from generate_series(1, 9) as ahead
    where private.is_business_day(private.today_in_brasilia() + ahead)`;
  expect(await byLink(contract)).toMatchObject({ refund: { dueOn: due?.["day"] } });
  const late = await signed({ daysAgo: 20 });
  await changeLedger(
    fixtures.sql,
    "update public.charges set due_on = private.today_in_brasilia() - 1",
  );
  const notice = async (days: number) =>
    asStaff("give_notice", { charge_id: (await feeOf(late)).id, notice_on: await day(days) });
  await expect(notice(14)).rejects.toThrow("ao menos 15 dias");
  expect(await notice(15)).toEqual({ changed: true });
  await fixtures.sql`delete from private.kept_content`;
});
