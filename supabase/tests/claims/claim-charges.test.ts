import { expect, test } from "vitest";
import { claimFixtures } from "../support/claim-fixtures.ts";

const {
  fixtures,
  asStaff,
  day,
  queued,
  guaranteed,
  byLink,
  heard,
  change,
  decide,
  detail,
  chargesOf,
  mine,
  pay,
  reverse,
  colleague,
  askReview,
  endReviewDays,
  ageDecision,
  regret,
} = claimFixtures();

type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;

const openOf = async (claim: { id: string }) =>
  (await chargesOf(claim)).filter((charge) => charge.endsWith("open"));
const cancel = ({ id }: Guaranteed, despite_claim?: boolean) =>
  asStaff("close_contract", {
    contract_id: id,
    status: "cancelled",
    reason: "Dados trocados",
    ...(despite_claim && { despite_claim }),
  });

test("a claim has one open charge of all that is owed after each step of two reviews and three reversals", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [400]);
  expect(await openOf(claim)).toEqual(["400 open"]);
  const first = await pay(claim.id);
  await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  await decide(claim, [700], 0, await colleague());
  expect(await openOf(claim)).toEqual(["300 open"]);
  const second = await pay(claim.id);
  await askReview(contract, claim, "tenant", 0);
  await reverse(first.movementId);
  // The paid part is not owed again, and the rest is disputed.
  expect(await openOf(claim)).toEqual([]);
  await reverse(second.movementId);
  expect(await openOf(claim)).toEqual([]);
  await endReviewDays(claim);
  await decide(claim, [900], 0, await colleague("terceira"));
  expect(await openOf(claim)).toEqual(["900 open"]);
  const third = await pay(claim.id);
  expect(await openOf(claim)).toEqual([]);
  await reverse(third.movementId);
  expect(await openOf(claim)).toEqual(["900 open"]);
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 900 });
});

test("payments of two rounds that are reversed in either order leave one open charge", async () => {
  for (const order of [[0, 1] as const, [1, 0] as const]) {
    const contract = await guaranteed();
    const claim = await heard(contract, 1000);
    await decide(claim, [600]);
    const payments = [await pay(claim.id)];
    await askReview(contract, claim, "landlord", 0);
    await endReviewDays(claim);
    await decide(claim, [1000], 0, await colleague());
    payments.push(await pay(claim.id));
    for (const place of order) await reverse(String(payments[place]?.movementId));
    expect(await openOf(claim)).toEqual(["1000 open"]);
  }
});

test("the database itself refuses a second open charge of a claim", async () => {
  const claim = await heard(await guaranteed(), 1000);
  await decide(claim, [400]);
  const add = (amount: number) => fixtures.sql`
    insert into public.charges (kind, contract_id, claim_id, round, amount, due_on, cause)
    select 'claim', contract_id, id, 1, ${amount}, pay_by, 'decision' from public.claims where id = ${claim.id}`;
  await expect(add(100)).rejects.toMatchObject({ code: "23505" });
  expect(await chargesOf(claim)).toEqual(["400 open"]);
  // One transaction may replace the open charge.
  await fixtures.sql.begin(async (sql) => {
    await sql`
      insert into public.charges (kind, contract_id, claim_id, round, amount, due_on, cause)
      select 'claim', contract_id, id, 1, 300, pay_by, 'decision' from public.claims where id = ${claim.id}`;
    await sql`
      update public.charges set cancelled_at = now(), cancel_reason = 'Valor trocado'
      where claim_id = ${claim.id} and amount = 400`;
  });
  expect(await openOf(claim)).toEqual(["300 open"]);
});

test("an undone decision about a review leaves the former amount and its day to be paid", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [600]);
  const soon = await day(2);
  await fixtures.sql`update public.claims set pay_by = ${soon} where id = ${claim.id}`;
  await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
  const reviewer = await colleague();
  await decide(claim, [900], 0, reviewer);
  await change("undo_claim_decision", { claim_id: claim.id }, reviewer);
  const rows = await fixtures.sql`
    select amount::float, due_on::text from public.charges where claim_id = ${claim.id} and is_open`;
  expect([...rows]).toEqual([{ amount: 600, due_on: soon }]);
});

test("cancelling asks about a decided and unpaid claim, and nothing of it is paid afterwards", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [700]);
  expect(await cancel(contract)).toMatchObject({
    changed: false,
    why: "claim",
    protocol: claim.protocol,
  });
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await cancel(contract, true)).toMatchObject({ changed: true });
  expect(await chargesOf(claim)).toEqual(["700 cancelled"]);
  expect(await detail(claim.id)).toMatchObject({
    stage: "withdrawn",
    withdrawnWhy: "cancelled",
    toPay: 0,
  });
  expect((await queued()).filter((template) => template.startsWith("claim-"))).toEqual([
    "claim-told",
    "claim-told",
  ]);
  expect(await pay(claim.id, { amount: 700, seen_open: 0 })).toMatchObject({
    changed: false,
    why: "cancelled",
  });
  await expect(askReview(contract, claim, "landlord", 0)).rejects.toMatchObject({ code: "PT409" });
  expect((await mine(contract))[0]).toMatchObject({ may: { review: false }, granted: 700 });
});

test("cancelling keeps what was paid and drops what a review had added", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [600]);
  await pay(claim.id);
  await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  await decide(claim, [1000], 0, await colleague());
  expect(await cancel(contract)).toMatchObject({ why: "claim" });
  await cancel(contract, true);
  expect(await chargesOf(claim)).toEqual(["600 paid", "400 cancelled"]);
});

test("a paid and a refused claim are not asked about, and cannot be reviewed after the cancellation", async () => {
  const contract = await guaranteed();
  const paid = await heard(contract, 1000);
  await decide(paid, [600]);
  const { movementId } = await pay(paid.id);
  const refused = await heard(contract, 500);
  await decide(refused, [0]);
  expect(await cancel(contract)).toMatchObject({ changed: true });
  for (const claim of [paid, refused]) {
    for (const side of ["tenant", "landlord"] as const) {
      await expect(askReview(contract, claim, side, 0)).rejects.toMatchObject({
        code: "PT409",
        message: "O contrato foi cancelado e não paga mais nada.",
      });
    }
  }
  expect(await detail(paid.id)).toMatchObject({ stage: "paid" });
  // A payment that comes back is not owed again.
  await reverse(movementId);
  expect(await chargesOf(paid)).toEqual(["600 cancelled"]);
  expect(await detail(paid.id)).toMatchObject({ stage: "withdrawn", withdrawnWhy: "cancelled" });
});

test("a review that is open at the cancellation is closed with its claim", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 500);
  await decide(claim, [1000, 500]);
  await askReview(contract, claim, "tenant", 1);
  expect(await chargesOf(claim)).toEqual(["1500 cancelled", "1000 open"]);
  await cancel(contract, true);
  expect(await chargesOf(claim)).not.toContain("1000 open");
  expect(await detail(claim.id)).toMatchObject({ stage: "withdrawn", toPay: 0 });
  await expect(
    byLink(contract.secret, "answer-review", { claimId: claim.id, text: "O orçamento vale" }),
  ).rejects.toMatchObject({ code: "PT409" });
});

test("a cancellation that staff undo brings a decision back, with its charge and its unsent mails", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
  await decide(claim, [700]);
  const decided = async () =>
    (await queued()).filter((template) => template === "claim-decided").length;
  expect(await decided()).toBe(2);
  await cancel(contract, true);
  expect(await decided()).toBe(0);
  await asStaff("undo_closing", { contract_id: contract.id });
  expect(await decided()).toBe(2);
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 700 });
  await ageDecision(claim);
  await cancel(contract, true);
  await asStaff("undo_closing", { contract_id: contract.id });
  expect(await detail(claim.id)).toMatchObject({ stage: "decided", toPay: 700 });
  expect(await openOf(claim)).toEqual(["700 open"]);
});

test("a regret asks about a decided and unpaid claim", async () => {
  const contract = await guaranteed(5000, 3);
  const claim = await heard(contract, 1000);
  await decide(claim, [700]);
  expect(await regret(contract)).toEqual({ outcome: "claim", protocol: claim.protocol });
  await pay(claim.id);
  expect(await regret(contract)).toMatchObject({ outcome: "regretted" });
});

test("a decision of a claim on a cancelled contract is refused", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await cancel(contract, true);
  const items = [{ id: claim.items[0]?.id, granted: 1000 }];
  expect(await change("decide_claim", { claim_id: claim.id, items, recourse: 0 })).toMatchObject({
    changed: false,
    stage: "withdrawn",
  });
});
