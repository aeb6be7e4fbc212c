import { expect, test } from "vitest";
import { claimFixtures } from "../support/claim-fixtures.ts";

const {
  fixtures,
  day,
  queued,
  guaranteed,
  byLink,
  heard,
  granting,
  change,
  decide,
  detail,
  chargesOf,
  mine,
  pay,
  colleague,
  askReview,
  endReviewDays,
} = claimFixtures();

type Claim = Awaited<ReturnType<typeof heard>>;
/** Decides the items at these places as a member of staff. */
const decideItems = (claim: Claim, granted: Readonly<Record<number, number>>, who: string) =>
  change(
    "decide_claim",
    {
      claim_id: claim.id,
      items: Object.entries(granted).map(([place, amount]) => ({
        ...granting({ items: claim.items.slice(Number(place), Number(place) + 1) }, amount)[0],
      })),
      recourse: 0,
    },
    who,
  );
const grantedOf = async ({ id }: Claim) => (await detail(id)).items.map(({ granted }) => granted);

test("a review names its items, is told to the other side, and its sender gets a receipt", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 500, 300);
  await decide(claim, [600, 500, 300]);
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await askReview(contract, claim, "tenant", 0)).toMatchObject({
    changed: true,
    stage: "review",
  });
  const told = await fixtures.sql`
    select template || ' ' || split_part(idempotency_key, ':', 3) || ' ' || split_part(idempotency_key, ':', 4) as mail
    from public.outgoing_mail where template like 'claim-%' order by 1`;
  expect(told.map(({ mail }) => String(mail))).toEqual([
    "claim-new staff review-tenant",
    "claim-told landlord review",
    "claim-told tenant review-received",
  ]);
  expect(await detail(claim.id)).toMatchObject({
    turn: "landlord",
    until: await day(5),
    reviewedItems: [claim.items[0]?.id],
    reviews: [{ by: "tenant", items: [claim.items[0]?.id], round: 2, answerUntil: await day(5) }],
  });
  // The part that the tenant does not dispute is owed and paid meanwhile.
  expect(await chargesOf(claim)).toEqual(["1400 cancelled", "800 open"]);
  expect(await pay(claim.id)).toMatchObject({ changed: true });
  expect(await detail(claim.id)).toMatchObject({ stage: "review", toPay: 0 });
  // The parties still see the former decision, and the limit that it left.
  const [seen] = await mine(contract);
  expect(seen).toMatchObject({
    stage: "review",
    granted: 1400,
    hasDecision: true,
    limitLeft: 3600,
  });
});

test("both sides are heard in a review, and only the named items change", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 500, 300);
  await decide(claim, [600, 0, 300]);
  await askReview(contract, claim, "tenant", 0);
  await askReview(contract, claim, "landlord", 1);
  await expect(askReview(contract, claim, "landlord", 2)).rejects.toMatchObject({
    code: "PT409",
    message: "Você já pediu a revisão deste pedido: há uma para cada parte.",
  });
  const reviewer = await colleague();
  expect(await decideItems(claim, { 0: 500, 1: 200 }, reviewer)).toMatchObject({
    changed: false,
    why: "A outra parte ainda pode responder à revisão.",
  });
  expect(
    await byLink(contract.secret, "answer-review", { claimId: claim.id, text: "O orçamento vale" }),
  ).toMatchObject({ stage: "review", turn: "tenant" });
  await change(
    "answer_claim_review",
    { claim_id: claim.id, text: "A multa não está no contrato" },
    contract.user,
  );
  expect(await detail(claim.id)).toMatchObject({
    turn: "staff",
    reviews: [{ answer: "O orçamento vale" }, { answer: "A multa não está no contrato" }],
  });
  await expect(
    byLink(contract.secret, "answer-review", { claimId: claim.id, text: "Mais uma vez" }),
  ).rejects.toMatchObject({ code: "PT409" });
  for (const wrong of [{ 0: 500 }, { 0: 500, 1: 200, 2: 0 }, { 0: 500, 2: 0 }]) {
    await expect(decideItems(claim, wrong, reviewer)).rejects.toMatchObject({ code: "PT422" });
  }
  await expect(decideItems(claim, { 0: 500, 1: 200 }, fixtures.staffId)).rejects.toMatchObject({
    code: "PT403",
    message: expect.stringContaining("peça a outra pessoa da equipe"),
  });
  expect(await decideItems(claim, { 0: 500, 1: 200 }, reviewer)).toMatchObject({
    stage: "decided",
  });
  expect(await grantedOf(claim)).toEqual([500, 200, 300]);
  // Both reviews were used, so nobody may ask again.
  expect((await mine(contract))[0]).toMatchObject({ may: { review: false } });
  await expect(askReview(contract, claim, "tenant", 2)).rejects.toMatchObject({ code: "PT409" });
});

test("the other side keeps its review after the first one was decided", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await decide(claim, [600]);
  await pay(claim.id);
  await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  expect(await decideItems(claim, { 0: 900 }, await colleague())).toMatchObject({
    stage: "decided",
  });
  expect(await chargesOf(claim)).toEqual(["600 paid", "300 open"]);
  expect(await askReview(contract, claim, "tenant", 0)).toMatchObject({ stage: "review" });
  // Nothing that was paid is taken back by asking.
  expect(await chargesOf(claim)).toContain("600 paid");
  await endReviewDays(claim);
  await expect(decideItems(claim, { 0: 900 }, await colleague())).rejects.toMatchObject({
    code: "PT403",
  });
  const third = await colleague("terceira");
  await expect(decideItems(claim, { 0: 500 }, third)).rejects.toMatchObject({
    code: "PT422",
    message: "Não pode ser menos do que já foi pago.",
  });
  expect(await decideItems(claim, { 0: 700 }, third)).toMatchObject({ stage: "decided" });
  expect(await detail(claim.id)).toMatchObject({ round: 3, granted: 700, toPay: 100 });
});

test("the amounts of the last decision return when a colleague refuses a second decision", async () => {
  const contract = await guaranteed(20_000);
  const claim = await heard(contract, 9000, 400);
  await decide(claim, [1000, 400], 200);
  await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  const reviewer = await colleague();
  expect(await decideItems(claim, { 0: 8000 }, reviewer)).toMatchObject({ stage: "second" });
  // Meanwhile the parties can derive nothing: neither from the amounts nor from the limit.
  expect((await mine(contract))[0]).toMatchObject({
    stage: "review",
    granted: 1400,
    limitLeft: 18_600,
  });
  const refused = await change(
    "second_claim",
    {
      claim_id: claim.id,
      agrees: false,
      note: "O orçamento é de outra porta",
    },
    await colleague("terceira"),
  );
  expect(refused).toMatchObject({ changed: true, stage: "review" });
  expect(await grantedOf(claim)).toEqual([1000, 400]);
  expect(await detail(claim.id)).toMatchObject({
    toPay: 1400,
    recourse: { amount: 200, state: "open" },
  });
  expect(await decideItems(claim, { 0: 2000 }, reviewer)).toMatchObject({ stage: "decided" });
  expect(await detail(claim.id)).toMatchObject({ granted: 2400, toPay: 2400 });
});

test("a second person who agreed to a decision does not decide its review", async () => {
  const contract = await guaranteed(20_000);
  const claim = await heard(contract, 9000);
  await decide(claim, [8000]);
  const second = await colleague();
  await change("second_claim", { claim_id: claim.id, agrees: true, note: "" }, second);
  await askReview(contract, claim, "landlord", 0);
  await endReviewDays(claim);
  await expect(decideItems(claim, { 0: 9000 }, second)).rejects.toMatchObject({ code: "PT403" });
  expect(await decideItems(claim, { 0: 9000 }, await colleague("terceira"))).toMatchObject({
    stage: "second",
  });
});

test("a review is asked for on its last day and not after it, with at least one item of the claim", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 100);
  await expect(askReview(contract, claim, "tenant", 0)).rejects.toMatchObject({
    code: "PT409",
    message: "Este pedido ainda não foi decidido.",
  });
  await decide(claim, [0]);
  for (const chosen of [[], [crypto.randomUUID()]]) {
    await expect(
      change(
        "review_claim",
        { claim_id: claim.id, items: chosen, text: "Peço a revisão disto" },
        contract.user,
      ),
    ).rejects.toMatchObject({ code: "PT422" });
  }
  const until = (offset: number) => fixtures.sql`
    update public.claims set review_until = private.today_in_brasilia() + ${offset}::integer
    where id = ${claim.id}`;
  await until(-1);
  await expect(askReview(contract, claim, "landlord", 0)).rejects.toMatchObject({
    code: "PT409",
    message: expect.stringContaining("terminou em"),
  });
  await until(0);
  expect(await askReview(contract, claim, "landlord", 0)).toMatchObject({ stage: "review" });
});

test("the document of a decision has replies, reviews and the days to pay and review", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 500);
  await fixtures.sql`
    update public.claim_items set answer = 'Já estava assim', answered_at = now(),
      reply = 'Veja a foto', replied_at = now() where claim_id = ${claim.id} and place = 1`;
  await decide(claim, [600, 500]);
  const open = async () =>
    fixtures.call("find_claim_decision", {
      secret_hash: contract.secret,
      claim_id: claim.id,
      address_hash: "a".repeat(64),
    });
  expect(await open()).toMatchObject({
    round: 1,
    payBy: await day(5),
    reviewUntil: await day(10),
    wasHeard: true,
    items: [{ answer: "Já estava assim", reply: "Veja a foto", granted: 600 }, { granted: 500 }],
    reviews: [],
  });
  await askReview(contract, claim, "landlord", 0);
  // During a review the document still is that of the decision.
  expect(await open()).toMatchObject({ round: 1, reviews: [] });
  await endReviewDays(claim);
  await decideItems(claim, { 0: 900 }, await colleague());
  expect(await open()).toMatchObject({
    round: 2,
    items: [{ granted: 900 }, { granted: 500 }],
    reviews: [{ by: "landlord", askedOn: await day(0), items: [1] }],
  });
  expect((await queued()).filter((template) => template === "claim-decided")).toHaveLength(4);
});
