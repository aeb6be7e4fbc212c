import { expect, test } from "vitest";
import { claimFixtures } from "../support/claim-fixtures.ts";

const {
  fixtures,
  day,
  queued,
  guaranteed,
  items,
  versionOf,
  byLink,
  open,
  heard,
  sendFile,
  decide,
  detail,
  mine,
  change,
  colleague,
} = claimFixtures();

type Claim = Awaited<ReturnType<typeof open>>;
type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;
const answer = (contract: Guaranteed, claim: Claim, place: number, text = "Já estava assim") =>
  change(
    "answer_claim",
    { claim_id: claim.id, answers: [{ item_id: claim.items[place]?.id, text }] },
    contract.user,
  );
const add = (contract: Guaranteed, claim: Claim, text: string) =>
  byLink(contract.secret, "add", {
    claimId: claim.id,
    answers: [{ item_id: claim.items[0]?.id, text }],
  });
const complete = (contract: Guaranteed, claim: Claim) =>
  byLink(contract.secret, "complete", { claimId: claim.id });
const done = (contract: Guaranteed, claim: Claim) =>
  change("end_claim_turn", { claim_id: claim.id }, contract.user);
const whats = async (claim: Claim) => (await detail(claim.id)).events.map(({ what }) => what);

test("the tenant's days begin when the landlord says that all evidence is there", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await decide(claim, [1000])).toMatchObject({
    changed: false,
    stage: "evidence",
    why: "O locador ainda pode completar as provas.",
  });
  const [waiting] = await mine(contract);
  expect(waiting).toMatchObject({ stage: "evidence", turn: "landlord", until: await day(7) });
  expect(waiting).not.toHaveProperty("tenantUntil");
  expect(await complete(contract, claim)).toMatchObject({
    stage: "hearing",
    turn: "tenant",
    until: await day(5),
    tenantUntil: await day(5),
    decideBy: await day(15),
    completeAt: expect.any(String),
  });
  // A second click changes nothing.
  const before = await versionOf(claim.id);
  await complete(contract, claim);
  expect(await versionOf(claim.id)).toBe(before);
  expect(await queued()).toEqual(["claim-told", "landlord-act"]);
});

test("the schedule begins the tenant's days when the days for evidence are over", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await fixtures.call("run_schedule", {});
  expect(await detail(claim.id)).toMatchObject({ stage: "evidence" });
  await fixtures.sql`
    update public.claims set complete_until = private.today_in_brasilia() - 1 where id = ${claim.id}`;
  await fixtures.call("run_schedule", {});
  await fixtures.call("run_schedule", {});
  expect(await detail(claim.id)).toMatchObject({
    stage: "hearing",
    turn: "tenant",
    until: await day(5),
  });
  expect(await whats(claim)).toEqual(["opened", "complete"]);
});

test("an addition of one side gives the other side new days, and the tenant has the last word", async () => {
  const contract = await guaranteed();
  const claim = await open(contract, { items: items(100, 200) });
  await complete(contract, claim);
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await answer(contract, claim, 0)).toMatchObject({ changed: true, stage: "hearing" });
  expect(await answer(contract, claim, 0)).toMatchObject({ changed: false, stage: "hearing" });
  expect(await queued()).toEqual(["claim-told"]);
  expect(await done(contract, claim)).toMatchObject({ stage: "replying" });
  await expect(answer(contract, claim, 1)).rejects.toMatchObject({
    code: "PT409",
    message: "Você já respondeu a este pedido.",
  });
  expect(await detail(claim.id)).toMatchObject({ turn: "landlord", until: await day(5) });
  // The landlord's reply starts the tenant's second and last days.
  expect(await add(contract, claim, "Veja a foto da entrada")).toMatchObject({
    stage: "hearing",
    turn: "tenant",
    items: [{ answer: "Já estava assim", reply: "Veja a foto da entrada" }, { asked: 200 }],
  });
  expect(await detail(claim.id)).toMatchObject({ tenantTurns: 2, tenantUntil: await day(5) });
  await answer(contract, claim, 1);
  expect(await done(contract, claim)).toMatchObject({ stage: "replying" });
  expect(await byLink(contract.secret, "done", { claimId: claim.id })).toMatchObject({
    stage: "deciding",
    turn: "staff",
  });
  await expect(add(contract, claim, "Mais uma coisa")).rejects.toMatchObject({ code: "PT409" });
  expect(await decide(claim, [100, 200])).toMatchObject({ stage: "decided" });
});

test("a landlord who goes on adding cannot keep a claim from its decision", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await complete(contract, claim);
  await answer(contract, claim, 0);
  await add(contract, claim, "Primeira");
  await fixtures.sql`
    update public.claims set tenant_until = private.today_in_brasilia() - 1 where id = ${claim.id}`;
  expect(await add(contract, claim, "Segunda")).toMatchObject({ tenantUntil: await day(-1) });
  await fixtures.sql`
    update public.claims set landlord_until = private.today_in_brasilia() - 1 where id = ${claim.id}`;
  expect(await detail(claim.id)).toMatchObject({ stage: "deciding" });
});

test("a file that comes after the evidence is complete gives the other side days and is told once a day", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  expect(await sendFile(contract, claim, "landlord")).toMatchObject({ isKept: true });
  await complete(contract, claim);
  await fixtures.sql`delete from public.outgoing_mail`;
  // The landlord's days to add end with the evidence, until the tenant has sent something.
  expect(await sendFile(contract, claim, "landlord")).toEqual({ isKept: false, changed: false });
  expect(await sendFile(contract, claim, "tenant")).toMatchObject({ isKept: true, changed: true });
  expect(await sendFile(contract, claim, "tenant")).toMatchObject({ isKept: true, changed: true });
  expect(await detail(claim.id)).toMatchObject({ landlordUntil: await day(5) });
  expect(await sendFile(contract, claim, "landlord")).toMatchObject({ isKept: true });
  expect(await detail(claim.id)).toMatchObject({ tenantTurns: 2 });
  const told = await fixtures.sql`
    select split_part(idempotency_key, ':', 3) as side, split_part(idempotency_key, ':', 4) as occasion
    from public.outgoing_mail where template = 'claim-told' order by 1`;
  const occasion = `evidence-${await day(0)}`;
  expect([...told]).toEqual([
    { side: "landlord", occasion },
    { side: "tenant", occasion },
  ]);
});

test("silence is noted once, and neither stops the decision nor makes a new version", async () => {
  const quiet = await heard(await guaranteed(), 50);
  const { version } = await detail(quiet.id);
  await fixtures.call("run_schedule", {});
  await fixtures.call("run_schedule", {});
  expect(await detail(quiet.id)).toMatchObject({ stage: "deciding", version });
  expect(await whats(quiet)).toEqual(["opened", "silent"]);
});

test("an act on an old version of a claim is refused and says what has changed", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
  await complete(contract, claim);
  await sendFile(contract, claim, "tenant");
  const refused = {
    code: "PT409",
    message: expect.stringContaining("chegou um arquivo, o locador completou as provas"),
  };
  const old = { version: claim.version };
  await expect(
    byLink(contract.secret, "withdraw", { claimId: claim.id, ...old }),
  ).rejects.toMatchObject(refused);
  await expect(
    change(
      "answer_claim",
      { claim_id: claim.id, answers: [{ item_id: claim.items[0]?.id, text: "Já estava" }], ...old },
      contract.user,
    ),
  ).rejects.toMatchObject(refused);
  await expect(
    change("ask_for_claim", {
      claim_id: claim.id,
      side: "tenant",
      text: "Envie a foto",
      until: await day(3),
      ...old,
    }),
  ).rejects.toMatchObject(refused);
  const decided = await heard(await guaranteed(), 100);
  const decision = { claim_id: decided.id, items: [], recourse: 0, version: decided.version + 1 };
  await expect(change("decide_claim", decision)).rejects.toMatchObject({ code: "PT409" });
  expect(await detail(claim.id)).toMatchObject({ stage: "hearing" });
});

test("two decisions that saw the same version are one decision", async () => {
  const claim = await heard(await guaranteed(), 100);
  const version = await versionOf(claim.id);
  const decideOnce = (granted: number) =>
    change("decide_claim", {
      claim_id: claim.id,
      items: [{ id: claim.items[0]?.id, granted, reason: "Conforme o orçamento" }],
      recourse: 0,
      version,
    });
  const answers = await Promise.allSettled([decideOnce(50), decideOnce(60)]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
});

test("the time for the decision stands while staff await something from a side", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 100);
  const { decideBy } = await detail(claim.id);
  const ask = (text: string, until: string) =>
    change("ask_for_claim", { claim_id: claim.id, side: "landlord", text, until });
  expect(await ask("Envie o orçamento", await day(7))).toMatchObject({ stage: "wanted" });
  expect(await ask("Envie o orçamento", await day(7))).toMatchObject({ changed: false });
  expect(await decide(claim, [100])).toMatchObject({
    changed: false,
    why: "Ainda se espera o que foi pedido a uma das partes.",
  });
  await fixtures.sql`
    update public.claims set wanted_at = wanted_at - interval '3 days',
      tenant_until = private.today_in_brasilia() - 9 where id = ${claim.id}`;
  const moved = await detail(claim.id);
  expect(Date.parse(moved.decideBy) - Date.parse(decideBy)).toBe(3 * 86_400_000);
  const replied = await byLink(contract.secret, "reply", { claimId: claim.id, text: "Enviei" });
  expect(replied).toMatchObject({ stage: "deciding", decideBy: moved.decideBy, turn: "staff" });
  await expect(
    byLink(contract.secret, "reply", { claimId: claim.id, text: "De novo" }),
  ).rejects.toMatchObject({ code: "PT409" });
});

test("a decision is undone by the person who made it within the undo period only", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000);
  await fixtures.sql`delete from public.outgoing_mail`;
  await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
  expect(await decide(claim, [700])).toMatchObject({ stage: "decided", undoSeconds: 30 });
  const [before] = await mine(contract);
  // No party sees the decision before that.
  expect(before).toMatchObject({ stage: "deciding", hasDecision: false });
  // Neither the next turn nor its day gives the decision away.
  expect(before).toMatchObject({ turn: "staff", until: before?.decideBy });
  expect(before).not.toHaveProperty("granted");
  const undo = (who?: string) => change("undo_claim_decision", { claim_id: claim.id }, who);
  expect(await undo(await colleague())).toMatchObject({ changed: false });
  expect(await undo()).toMatchObject({ changed: true, stage: "deciding" });
  expect(await queued()).toEqual([]);
  expect((await detail(claim.id)).toPay).toBe(0);
  expect(await decide(claim, [800])).toMatchObject({ stage: "decided" });
  await fixtures.sql`
    update public.claims set final_at = final_at - interval '1 minute',
      decided_at = decided_at - interval '1 minute' where id = ${claim.id}`;
  expect(await undo()).toMatchObject({ changed: false, stage: "decided" });
});
