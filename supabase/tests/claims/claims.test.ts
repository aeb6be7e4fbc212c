import { expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { address_hash, account, claimFixtures, hashOf } from "../support/claim-fixtures.ts";

const {
  fixtures,
  as,
  asStaff,
  day,
  queued,
  guaranteed,
  items,
  byLink,
  open,
  heard,
  granting,
  change,
  decide,
  detail,
  mine,
  pay,
  colleague,
} = claimFixtures();

test("a landlord opens a claim once, and all three are told whose turn it is", async () => {
  const contract = await guaranteed();
  const wish = { requestId: crypto.randomUUID(), items: items(1200.5, 300) };
  const claim = await open(contract, wish);
  expect(claim).toMatchObject({
    protocol: expect.stringMatching(/^PA-\d{4}-/),
    stage: "hearing",
    turn: "tenant",
    until: await day(5),
    decideBy: await day(15),
    asked: 1500.5,
    limit: 5000,
    limitLeft: 5000,
    account: "Pix •••m.br, em nome de J. P.",
    may: { withdraw: true, sendFiles: true, changeAccount: true, answer: false, appeal: false },
    events: [{ what: "opened", side: "landlord", turn: "tenant" }],
  });
  expect(await open(contract, wish)).toEqual(claim);
  expect(await queued()).toEqual(["claim-new", "claim-opened", "claim-told"]);
  const [told] = await mine(contract);
  expect(told).toMatchObject({ id: claim.id, may: { answer: true, withdraw: false } });
  // The tenant does not see the landlord's account.
  expect(told).not.toHaveProperty("account");
  expect(await detail(claim.id)).toMatchObject({
    openedBy: "landlord",
    landlordAddress: contract.address,
    landlordAddressBy: "staff",
    formerDecisions: [],
  });
});

test("nobody reaches another's claim, and it is as unknown as one that is not there", async () => {
  const [contract, other] = [await guaranteed(), await guaranteed()];
  const claim = await open(contract);
  const request = { contractId: contract.id, requestId: crypto.randomUUID(), items: items(1) };
  expect(await byLink(other.secret, "open", request)).toBeNull();
  expect(await byLink("e".repeat(64), "open", request)).toBeNull();
  const wishes = {
    withdraw: {},
    reply: {},
    appeal: { text: "Peço a revisão disto" },
    "change-account": { account },
  };
  for (const [action, wish] of Object.entries(wishes)) {
    expect(await byLink(other.secret, action, { claimId: claim.id, ...wish })).toBeNull();
  }
  const answers = [{ item_id: claim.items[0]?.id, text: "Não fui eu" }];
  for (const [name, args] of Object.entries({
    answer_claim: { answers },
    appeal_claim: { text: "Peço a revisão" },
    reply_claim: {},
    view_claim_decision: {},
  })) {
    expect(await as(other.user, name, { claim_id: claim.id, ...args })).toMatchObject({
      code: "42501",
    });
  }
  expect(await mine(other)).toEqual([]);
  const staffOnly = {
    open_claim_for: { contract_id: contract.id, request: {} },
    ask_for_claim: { claim_id: claim.id, side: "tenant", text: "Envie", until: await day(3) },
    decide_claim: { claim_id: claim.id, items: [] },
    second_claim: { claim_id: claim.id, agrees: true },
    set_claim_recourse: { claim_id: claim.id, state: "dropped" },
  };
  for (const [name, args] of Object.entries(staffOnly)) {
    expect(await as(contract.user, name, args)).toMatchObject({ code: "42501" });
  }
  for (const name of ["claim_detail", "claim_times", "list_claims"]) {
    const args = name === "claim_detail" ? { claim_id: claim.id } : {};
    const view = name === "list_claims" ? { view: "staff" } : {};
    await expect(as(contract.user, name, { ...args, ...view })).rejects.toMatchObject({
      code: "42501",
    });
  }
  // An item's id that one claim has used is refused for another claim.
  const [first] = claim.items;
  await expect(open(other, { items: [{ ...items(5)[0], id: first?.id }] })).rejects.toMatchObject({
    code: "PT409",
  });
});

test("the last day counts from the keys, and after it the answer names the day", async () => {
  const contract = await guaranteed();
  await fixtures.sql`
    update public.contracts set status = 'ended', closed_at = now(), ends_on = private.today_in_brasilia() - 30
    where id = ${contract.id}`;
  await open(contract);
  await fixtures.sql`update public.contracts set ends_on = ends_on - 1 where id = ${contract.id}`;
  const [row] = await fixtures.sql`
    select to_char(private.today_in_brasilia() - 1, 'DD/MM/YYYY') as day`;
  await expect(open(contract)).rejects.toMatchObject({
    code: "PT409",
    message: `O último dia para acionar esta garantia foi ${String(row?.["day"])}.`,
  });
  await fixtures.sql`
    update public.contracts set status = 'cancelled', ends_on = null where id = ${contract.id}`;
  await expect(open(contract)).rejects.toMatchObject({ code: "PT409" });
});

test("the tenant answers item by item and is then heard; silence is noted, once", async () => {
  const [contract, silent] = [await guaranteed(), await guaranteed()];
  const claim = await open(contract, { items: items(100, 200) });
  const answer = (place: number, text = "A porta já estava assim") =>
    change(
      "answer_claim",
      { claim_id: claim.id, answers: [{ item_id: claim.items[place]?.id, text }] },
      contract.user,
    );
  expect(await answer(0)).toEqual({ changed: true, stage: "hearing" });
  expect(await answer(0)).toEqual({ changed: false, stage: "hearing" });
  expect(await answer(1)).toEqual({ changed: true, stage: "deciding" });
  await expect(answer(1, "Outra resposta")).rejects.toMatchObject({ code: "PT409" });
  expect((await detail(claim.id)).items.map((item) => item.answer)).toEqual([
    "A porta já estava assim",
    "A porta já estava assim",
  ]);

  const quiet = await heard(silent, 50);
  await fixtures.sql`select public.run_schedule()`;
  await fixtures.sql`select public.run_schedule()`;
  const { stage, events } = await detail(quiet.id);
  expect(stage).toBe("deciding");
  expect(events.map(({ what }) => what)).toEqual(["opened", "silent"]);
});

test("the clock stands while something is awaited, and runs on when it comes or its day is over", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 100);
  const ask = (text: string, until: string) =>
    change("ask_for_claim", { claim_id: claim.id, side: "landlord", text, until });
  expect(await ask("Envie o orçamento", await day(7))).toEqual({ changed: true, stage: "wanted" });
  expect(await ask("Envie o orçamento", await day(7))).toMatchObject({ changed: false });
  expect(await decide(claim, [100])).toMatchObject({
    changed: false,
    why: "Ainda se espera o que foi pedido a uma das partes.",
  });
  await fixtures.sql`
    update public.claims set wanted_at = wanted_at - interval '3 days' where id = ${claim.id}`;
  // Only one of the three days moves the deadline. The other two were in the tenant's time to answer.
  expect(await detail(claim.id)).toMatchObject({ decideBy: await day(16), turn: "landlord" });
  await fixtures.sql`update public.claims set hear_until = hear_until - 9 where id = ${claim.id}`;
  expect(await detail(claim.id)).toMatchObject({ decideBy: await day(18), turn: "landlord" });
  const replied = await byLink(contract.secret, "reply", { claimId: claim.id, text: "Enviei" });
  expect(replied).toMatchObject({ stage: "deciding", decideBy: await day(18), turn: "staff" });
  await expect(byLink(contract.secret, "reply", { claimId: claim.id })).rejects.toMatchObject({
    code: "PT409",
  });
  await ask("Envie a nota", await day(1));
  await fixtures.sql`
    update public.claims set wanted_at = wanted_at - interval '9 days',
      wanted_until = wanted_until - 5 where id = ${claim.id}`;
  expect(await detail(claim.id)).toMatchObject({ stage: "deciding", decideBy: await day(23) });
});

test("a decision in part is told with its reasons and owed, and staff keep what may be asked back", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 400);
  await fixtures.sql`delete from public.outgoing_mail`;
  for (const [granted, reason] of [
    [[1000, 401], "acima do pedido"],
    [[1000, -1], "negativo"],
  ] as const) {
    await expect(decide(claim, [...granted]), reason).rejects.toMatchObject({ code: "PT422" });
  }
  const [first] = granting(claim, 1000, 100);
  await expect(
    change("decide_claim", { claim_id: claim.id, items: [first] }),
  ).rejects.toMatchObject({ code: "PT422" });
  expect(await decide(claim, [1000, 100], 600)).toEqual({ changed: true, stage: "decided" });
  expect(await decide(claim, [0, 0])).toMatchObject({ changed: false, stage: "decided" });
  expect(await queued()).toEqual(["claim-decided", "claim-decided"]);
  expect(await detail(claim.id)).toMatchObject({
    granted: 1100,
    toPay: 1100,
    payTo: account,
    payBy: await day(5),
    recourse: { amount: 600, state: "open" },
    decidedByMe: true,
    needsSecond: false,
  });
  const shown = await byLink(contract.secret, "change-account", { claimId: claim.id, account });
  expect(shown).not.toHaveProperty("recourse");
  expect(shown).not.toHaveProperty("payTo");
  const recourse = { claim_id: claim.id, state: "agreed", note: "Em três vezes" };
  expect(await change("set_claim_recourse", recourse)).toMatchObject({ changed: true });
  expect(await change("set_claim_recourse", recourse)).toMatchObject({ changed: false });
  const [seen] = await mine(contract);
  expect(seen).toMatchObject({ recourse: { amount: 600, state: "agreed" }, granted: 1100 });
});

test("above the amount of one person a second one agrees, and nobody outside sees it before", async () => {
  const contract = await guaranteed(20_000);
  const claim = await heard(contract, 9000);
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await decide(claim, [8000])).toEqual({ changed: true, stage: "second" });
  const [seen] = await mine(contract);
  expect(seen).toMatchObject({ stage: "deciding", hasDecision: false, items: [{ asked: 9000 }] });
  expect(seen?.items[0]).not.toHaveProperty("granted");
  expect(await queued()).toEqual([]);
  const agree = (agrees: boolean, who: string, note?: string) =>
    change("second_claim", { claim_id: claim.id, agrees, ...(note && { note }) }, who);
  await expect(agree(true, fixtures.staffId)).rejects.toMatchObject({ code: "PT409" });
  const other = await colleague();
  await expect(agree(false, other)).rejects.toMatchObject({ code: "PT422" });
  expect(await agree(false, other, "Falta a nota")).toEqual({ changed: true, stage: "deciding" });
  expect(await decide(claim, [8000])).toMatchObject({ stage: "second" });
  expect(await agree(true, other)).toEqual({ changed: true, stage: "decided" });
  expect(await agree(true, other)).toMatchObject({ changed: false });
  expect(await queued()).toEqual(["claim-decided", "claim-decided"]);
});

test("one appeal holds back what is not paid, and the second decision pays the difference", async () => {
  const contract = await guaranteed();
  const claim = await heard(contract, 1000, 500);
  await decide(claim, [1000, 0]);
  await pay(claim.id);
  const text = "A multa está na cláusula 12 do contrato";
  const appealed = await byLink(contract.secret, "appeal", { claimId: claim.id, text });
  expect(appealed).toMatchObject({
    stage: "appealed",
    turn: "staff",
    granted: 1000,
    appeal: { by: "landlord", text },
    hasDecision: true,
  });
  expect(await byLink(contract.secret, "appeal", { claimId: claim.id, text })).toEqual(appealed);
  await expect(
    as(contract.user, "appeal_claim", { claim_id: claim.id, text: "Também peço a revisão" }),
  ).rejects.toMatchObject({ code: "PT409" });
  await expect(decide(claim, [900, 0])).rejects.toMatchObject({ code: "PT422" });
  expect(await decide(claim, [1000, 300])).toEqual({ changed: true, stage: "decided" });
  const again = await detail(claim.id);
  expect(again).toMatchObject({ toPay: 300, round: 2, granted: 1300 });
  expect(again.formerDecisions).toMatchObject([
    { round: 1, items: [{ granted: 1000 }, { granted: 0 }] },
  ]);
  expect(again).not.toHaveProperty("appealUntil");
  expect(again.events.map(({ what }) => what)).toEqual([
    "opened",
    "decided",
    "paid",
    "appealed",
    "decided-again",
  ]);

  // After an appeal, an unpaid claim cannot be paid before the new decision. An appeal after its last day is refused.
  const waiting = await heard(contract, 200);
  await decide(waiting, [200]);
  const tenant = { claim_id: waiting.id, text: "O reparo já foi feito por mim" };
  expect(await change("appeal_claim", tenant, contract.user)).toEqual({
    changed: true,
    stage: "appealed",
  });
  expect(await pay(waiting.id, { amount: 200, seen_open: 200 })).toMatchObject({ changed: false });
  expect(await decide(waiting, [0])).toEqual({ changed: true, stage: "refused" });
  const late = await heard(contract, 10);
  await decide(late, [0]);
  await fixtures.sql`
    update public.claims set appeal_until = private.today_in_brasilia() - 1 where id = ${late.id}`;
  await expect(byLink(contract.secret, "appeal", { claimId: late.id, text })).rejects.toMatchObject(
    { code: "PT409" },
  );
});

test("an account counts once the mailed link confirms it, and never after the payment", async () => {
  const contract = await guaranteed();
  const claim = await open(contract, { account: undefined });
  const other = { ...account, key: "outra@exemplo.com.br" };
  const wish = (given: object) =>
    byLink(contract.secret, "change-account", { claimId: claim.id, account: given });
  expect(await wish(account)).toMatchObject({ accountNext: "Pix •••m.br, em nome de J. P." });
  expect(await wish(account)).not.toHaveProperty("account");
  const secretOf = async () => {
    const [mail] = await fixtures.sql`
      select id, recipient from public.outgoing_mail where template = 'claim-account'
      order by created_at desc limit 1`;
    expect(mail?.["recipient"]).toBe(contract.address);
    return String(await fixtures.call("account_secret", { mail_id: mail?.["id"] }));
  };
  const confirm = (secret: string) =>
    fixtures.call("confirm_claim_account", { secret_hash: hashOf(secret), address_hash });
  const former = await secretOf();
  await wish(other);
  expect(await confirm(former)).toBeNull();
  const secret = await secretOf();
  const seen = (await detail(claim.id)).accountVersion;
  expect(await confirm(secret)).toMatchObject({ id: claim.id, account: expect.any(String) });
  // The version has changed, so staff who saw the former account cannot pay to the former account.
  expect((await detail(claim.id)).accountVersion).not.toBe(seen);
  expect(await confirm(secret)).toBeNull();
  const [kept] = await fixtures.sql`select account from public.claims where id = ${claim.id}`;
  expect(kept?.["account"]).toEqual(other);
  await expect(wish({ kind: "pix", key: "x" })).rejects.toMatchObject({ code: "PT422" });

  await fixtures.sql`update public.claims set hear_until = private.today_in_brasilia() - 1`;
  await decide(claim, [1000]);
  await wish(account);
  const pending = await secretOf();
  await pay(claim.id);
  expect(await confirm(pending)).toBeNull();
  await expect(wish(account)).rejects.toMatchObject({ code: "PT409" });
});

test("a claim is withdrawn before its decision alone, and its part of the limit is free again", async () => {
  const contract = await guaranteed(1000);
  const claim = await open(contract);
  expect(await byLink(contract.secret, "withdraw", { claimId: claim.id })).toMatchObject({
    stage: "withdrawn",
  });
  const next = await heard(contract, 1000);
  await decide(next, [1000]);
  await expect(byLink(contract.secret, "withdraw", { claimId: next.id })).rejects.toMatchObject({
    code: "PT409",
  });
  const over = await heard(contract, 50);
  await expect(decide(over, [1])).rejects.toMatchObject({
    code: "PT409",
    message: "O limite da garantia não alcança esse valor: restam R$ 0,00 para este pedido.",
  });
});

test("the queue of staff has what is due first, and finds by protocol and name", async () => {
  const contract = await guaranteed();
  const [late, soon, parties] = [
    await heard(contract, 10),
    await heard(contract, 20),
    await open(contract),
  ];
  await fixtures.sql`
    update public.claims set decide_by = private.today_in_brasilia() - 1 where id = ${late.id}`;
  const ids = async (view: string, search: string | null = null) => {
    const rows = await actAs(
      fixtures.sql,
      { role: "authenticated", userId: fixtures.staffId },
      (sql) => sql`select id, is_overdue from public.list_claims(${view}, ${search})`,
    );
    return rows.map((row) => [row["id"], row["is_overdue"]]);
  };
  expect(await ids("staff")).toEqual([
    [late.id, true],
    [soon.id, false],
  ]);
  expect(await ids("parties")).toEqual([[parties.id, false]]);
  expect(await ids("closed")).toEqual([]);
  expect(await ids("staff", soon.protocol.toLowerCase())).toEqual([[soon.id, false]]);
  expect(await asStaff("staff_counts", {})).toMatchObject({ claimsToDo: 2, claimsOverdue: 1 });
});
