import { expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { account, address_hash, claimFixtures } from "../support/claim-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";

const fixturesOfClaims = claimFixtures();
const { fixtures, as, asStaff, day, queued, guaranteed, byLink } = fixturesOfClaims;
const { heard, decide, change, detail, mine, pay, reverse, colleague } = fixturesOfClaims;
const { askReview, endReviewDays, ageDecision } = fixturesOfClaims;

/** Returns the charges of a claim: round, amount, and whether each is open, paid or cancelled. */
async function chargesOf(claimId: string) {
  const rows = await fixtures.sql`
    select round, amount::float, case when cancelled_at is not null then 'cancelled' when is_open then 'open' else 'paid' end as state
    from public.charges where claim_id = ${claimId} order by created_at, round`;
  return rows.map(({ round, amount, state }) => `${round}: ${amount} ${state}`);
}
const eventsOf = async (claimId: string) =>
  (await detail(claimId)).events.map(({ what }) => what).slice(1);
const unbalanced = async () => {
  const [row] = await fixtures.sql`select private.unbalanced_contracts()::integer as count`;
  return row?.["count"];
};
const paidMails = async () => (await queued()).filter((template) => template === "claim-paid");
/** Asks for the landlord's review of the first item; the other side's days to answer are over. */
async function review(
  contract: Parameters<typeof askReview>[0],
  claim: Parameters<typeof askReview>[1],
) {
  const asked = await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  return asked;
}
/** Decides the review of a claim as a colleague of the person who decided first. */
const decideAgain = async (claim: Parameters<typeof decide>[0], granted: number[]) =>
  decide(claim, granted, 0, await colleague());

test("a decided claim is owed in one charge, paid once to the account that staff saw, and announced once", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 400);
  await decide(claim, [1000, 100]);
  expect(await chargesOf(claim.id)).toEqual(["1: 1100 open"]);
  expect(await detail(claim.id)).toMatchObject({
    toPay: 1100,
    payTo: account,
    accountVersion: 0,
    payouts: [{ kind: "claim", amount: 1100, state: "due" }],
  });
  await expect(pay(claim.id, { paid_on: await day(1) })).rejects.toMatchObject({ code: "PT422" });
  await expect(pay(claim.id, { amount: 1099.99 })).rejects.toMatchObject({
    code: "PT422",
    message: "Pague o valor inteiro: R$ 1.100,00.",
  });
  expect(await pay(claim.id, { seen_open: 1000 })).toMatchObject({ why: "changed" });
  await fixtures.sql`delete from public.outgoing_mail`;
  const { movementId } = await pay(claim.id);
  const paid = await detail(claim.id);
  expect(paid).toMatchObject({
    stage: "paid",
    paidOn: await day(0),
    movementId,
    toPay: 0,
    payments: [{ movementId, amount: 1100, account: "Pix •••m.br, em nome de J. P." }],
    payouts: [{ state: "paid" }],
  });
  expect(paid).not.toHaveProperty("payTo");
  expect(await pay(claim.id, { amount: 1100 })).toMatchObject({ changed: false, why: "paid" });
  expect(await queued()).toEqual(["claim-paid", "claim-paid"]);
  const [seen] = await mine(contract);
  expect(seen).toMatchObject({ stage: "paid", payments: [{ amount: 1100 }] });
  expect(seen?.payments[0]).not.toHaveProperty("account");
  expect(await asStaff("claim_times", {})).toMatchObject({ paid: 1, paidInTime: 1, daysToPay: 0 });
  // A payment to the landlord is not part of the tenant's balance.
  const money = await asStaff("contract_payments", { of_id: contract.id });
  expect(money).toMatchObject({ paid: 0, toGiveBack: 0, givenBack: 0 });
  expect(await unbalanced()).toBe(0);
});

test("the mail about a payment leaves after the undo period, and a reversal in it deletes the mail", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
  await ageDecision(claim);
  const { movementId } = await pay(claim.id);
  const [mail] = await fixtures.sql`
    select bool_and(next_attempt_at > now() + interval '20 seconds') as waits
    from public.outgoing_mail where template = 'claim-paid'`;
  expect(mail).toEqual({ waits: true });
  await reverse(movementId);
  expect(await paidMails()).toEqual([]);
  expect(await detail(claim.id)).toMatchObject({
    stage: "decided",
    toPay: 500,
    payTo: account,
    payments: [{ movementId, reversedOn: await day(0) }],
  });
  await pay(claim.id);
  expect(await paidMails()).toHaveLength(2);
  expect(await eventsOf(claim.id)).toEqual(["decided", "paid", "payment-undone", "paid"]);
});

test("a reversal is told to both parties once the mail about the payment has left", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  const { movementId } = await pay(claim.id);
  await fixtures.sql`
    update public.outgoing_mail set status = 'sent', sent_at = now() where status = 'queued'`;
  await reverse(movementId);
  const told = await fixtures.sql`
    select recipient, split_part(idempotency_key, ':', 3) as party from public.outgoing_mail
    where status = 'queued' and template = 'claim-told'
      and split_part(idempotency_key, ':', 4) = ${movementId} order by party`;
  expect(told).toMatchObject([
    { party: "landlord", recipient: contract.address },
    { party: "tenant" },
  ]);
});

test("a payment that is reversed while the tenant disputes it is owed by the next decision only", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [900]);
  const { movementId } = await pay(claim.id);
  expect(await askReview(contract, claim, "tenant", 0)).toMatchObject({ stage: "review" });
  await reverse(movementId);
  // The cancelled charge is in no list and no file for the bank until the new decision.
  expect(await chargesOf(claim.id)).toEqual(["1: 900 cancelled"]);
  expect(await detail(claim.id)).toMatchObject({ stage: "review", toPay: 0 });
  expect(await pay(claim.id, { amount: 900 })).toMatchObject({ changed: false, why: "cancelled" });
  await endReviewDays(claim);
  await decideAgain(claim, [1000]);
  expect(await chargesOf(claim.id)).toEqual(["1: 900 cancelled", "2: 1000 open"]);
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 1000 });
  expect(await pay(claim.id)).toMatchObject({ changed: true });
  expect(await detail(claim.id)).toMatchObject({ stage: "paid", toPay: 0, granted: 1000 });
  expect(await eventsOf(claim.id)).toEqual([
    "decided",
    "paid",
    "review",
    "payment-undone",
    "decided-again",
    "paid",
  ]);
  expect(await unbalanced()).toBe(0);
});

test("a payment that is reversed while only the landlord disputes more is still owed", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [900]);
  const { movementId } = await pay(claim.id);
  await review(contract, claim);
  await reverse(movementId);
  expect(await detail(claim.id)).toMatchObject({ stage: "review", toPay: 900 });
  expect(await pay(claim.id)).toMatchObject({ changed: true });
  await decideAgain(claim, [1000]);
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 100 });
  expect(await unbalanced()).toBe(0);
});

test("a second decision charges the difference to what was paid, and both payments can be reversed", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [600]);
  const first = await pay(claim.id);
  await review(contract, claim);
  await decideAgain(claim, [1000]);
  expect(await chargesOf(claim.id)).toEqual(["1: 600 paid", "2: 400 open"]);
  const second = await pay(claim.id);
  await reverse(first.movementId);
  expect(await chargesOf(claim.id)).toEqual(["1: 600 open", "2: 400 paid"]);
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 600 });
  // Both reversals leave one charge.
  await reverse(second.movementId);
  expect(await chargesOf(claim.id)).toEqual([
    "1: 600 cancelled",
    "2: 400 cancelled",
    "2: 1000 open",
  ]);
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 1000 });
  await pay(claim.id);
  expect(await detail(claim.id)).toMatchObject({ stage: "paid", toPay: 0 });
  expect(await unbalanced()).toBe(0);
});

test("a review that changes nothing leaves nothing to pay, and a disputed grant waits for its decision", async () => {
  const contract = await guaranteed();
  const same = await heard(contract, 300);
  await decide(same, [300]);
  await pay(same.id);
  await review(contract, same);
  expect(await decideAgain(same, [300])).toMatchObject({ changed: true, stage: "paid" });
  expect(await chargesOf(same.id)).toEqual(["1: 300 paid"]);

  const waiting = await heard(contract, 200);
  await decide(waiting, [200]);
  await askReview(contract, waiting, "tenant", 0);
  expect(await chargesOf(waiting.id)).toEqual(["1: 200 cancelled"]);
  await endReviewDays(waiting);
  await decideAgain(waiting, [150]);
  expect(await chargesOf(waiting.id)).toEqual(["1: 200 cancelled", "2: 150 open"]);
});

test("a claim is not paid to an account that changed after staff saw it, nor without one", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  const seen = (await detail(claim.id)).accountVersion;
  const other = { ...account, key: "outra@exemplo.com.br" };
  await byLink(contract.secret, "change-account", { claimId: claim.id, account: other });
  const asked = (await detail(claim.id)).accountVersion;
  const [mail] = await fixtures.sql`
    select id from public.outgoing_mail where template = 'claim-account'`;
  const secret = String(await fixtures.call("account_secret", { mail_id: mail?.["id"] }));
  await fixtures.call("confirm_claim_account", { secret_hash: hashOf(secret), address_hash });
  await fixtures.sql`
    update public.claims set account_since = now() - interval '10 days' where id = ${claim.id}`;
  for (const account_version of [seen, asked, null]) {
    await expect(pay(claim.id, { account_version })).rejects.toMatchObject({
      code: "PT409",
      message: expect.stringContaining("A conta mudou"),
    });
  }
  const { movementId } = await pay(claim.id);
  const [row] = await fixtures.sql`
    select account ->> 'key' as key from public.movements where id = ${movementId}`;
  expect(row).toEqual({ key: "outra@exemplo.com.br" });

  const bare = await heard(contract, 100);
  await fixtures.sql`update public.claims set account = null, account_since = null where id = ${bare.id}`;
  await decide(bare, [100]);
  expect(await pay(bare.id)).toMatchObject({ changed: false, why: "no-account" });
});

test("the lists of what Payser pays show a payout, and the file for the bank its whole account", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  expect(await asStaff("charge_totals", { view: "payouts" })).toMatchObject({ count: 1, sum: 500 });
  const [row] = await actAs(
    fixtures.sql,
    { role: "authenticated", userId: fixtures.staffId },
    (sql) => sql`select public.export_payouts() as file`,
  );
  expect(row?.["file"]).toMatchObject([
    { kind: "claim", payee: "José Pereira", account, amount: 500 },
  ]);
  await pay(claim.id);
  expect(await asStaff("charge_totals", { view: "payouts" })).toMatchObject({ count: 0, sum: 0 });
});

test("nobody outside of staff pays or reverses the payment of a claim", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 500);
  await decide(claim, [500]);
  const [charge] = await fixtures.sql`select id from public.charges where claim_id = ${claim.id}`;
  const { movementId } = await pay(claim.id);
  const attempts = {
    book_payment: {
      movement_id: crypto.randomUUID(),
      charge_id: charge?.["id"],
      paid_on: await day(0),
      amount: 500,
      seen_open: 500,
      account_version: 0,
    },
    reverse_payment: { movement_id: movementId, reason: "Quero de volta" },
    refund_payment: { movement_id: movementId },
    allocate_payment: { movement_id: movementId, charge_id: charge?.["id"] },
  };
  for (const [name, args] of Object.entries(attempts)) {
    expect(await as(contract.user, name, args)).toMatchObject({ code: "42501" });
  }
  expect(
    await change("decide_claim", { claim_id: claim.id, items: [], recourse: 0 }),
  ).toMatchObject({
    changed: false,
    stage: "paid",
  });
});
