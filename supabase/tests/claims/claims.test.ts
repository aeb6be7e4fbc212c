import { expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { address_hash, account, claimFixtures } from "../support/claim-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";

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
    stage: "evidence",
    turn: "landlord",
    until: await day(7),
    completeUntil: await day(7),
    decideBy: await day(22),
    happenedOn: await day(0),
    version: 1,
    asked: 1500.5,
    limit: 5000,
    limitLeft: 5000,
    may: {
      withdraw: true,
      sendFiles: true,
      add: true,
      complete: true,
      answer: false,
      review: false,
    },
    events: [{ what: "opened", side: "landlord", turn: "landlord" }],
  });
  expect(await open(contract, wish)).toEqual(claim);
  expect(await queued()).toEqual(["claim-new", "claim-opened", "claim-told", "landlord-act"]);
  const [told] = await mine(contract);
  expect(told).toMatchObject({ id: claim.id, may: { answer: true, withdraw: false } });
  // The tenant does not see the landlord's account.
  expect(told).not.toHaveProperty("account");
  expect(await detail(claim.id)).toMatchObject({
    openedBy: "landlord",
    landlordAddress: contract.address,
    formerDecisions: [],
  });
});

test("nobody reaches another's claim, and it is as unknown as one that is not there", async () => {
  const [contract, other] = [await guaranteed(), await guaranteed()];
  const claim = await open(contract);
  const request = {
    leaseId: contract.leaseId,
    requestId: crypto.randomUUID(),
    happenedOn: await day(0),
    items: items(1),
  };
  expect(await byLink(other.secret, "open", request)).toBeNull();
  expect(await byLink("e".repeat(64), "open", request)).toBeNull();
  const wishes = {
    withdraw: {},
    complete: {},
    add: { answers: [{ item_id: claim.items[0]?.id, text: "Veja a foto" }] },
    done: {},
    reply: {},
    review: { text: "Peço a revisão disto", items: [claim.items[0]?.id] },
    "answer-review": { text: "Não concordo" },
    "change-account": { account },
  };
  for (const [action, wish] of Object.entries(wishes)) {
    expect(await byLink(other.secret, action, { claimId: claim.id, ...wish })).toBeNull();
  }
  const answers = [{ item_id: claim.items[0]?.id, text: "Não fui eu" }];
  for (const [name, args] of Object.entries({
    answer_claim: { answers, version: 1 },
    end_claim_turn: { version: 1 },
    review_claim: { text: "Peço a revisão", items: [claim.items[0]?.id], version: 1 },
    answer_claim_review: { text: "Não concordo", version: 1 },
    reply_claim: { text: "Enviei", version: 1 },
    view_claim_decision: {},
  })) {
    expect(await as(other.user, name, { claim_id: claim.id, ...args })).toMatchObject({
      code: "42501",
    });
  }
  expect(await mine(other)).toEqual([]);
  const staffOnly = {
    open_claim_for: { contract_id: contract.id, request: {} },
    ask_for_claim: {
      claim_id: claim.id,
      side: "tenant",
      text: "Envie",
      until: await day(3),
      version: 1,
    },
    decide_claim: { claim_id: claim.id, items: [], recourse: 0, version: 1 },
    second_claim: { claim_id: claim.id, agrees: true, note: "", version: 1 },
    undo_claim_decision: { claim_id: claim.id },
    set_claim_recourse: { claim_id: claim.id, state: "dropped" },
  };
  for (const [name, args] of Object.entries(staffOnly)) {
    expect(await as(contract.user, name, args)).toMatchObject({ code: "42501" });
  }
  for (const name of ["claim_detail", "claim_times", "list_claims"]) {
    const args = name === "claim_detail" ? { claim_id: claim.id } : {};
    const view = name === "list_claims" ? { view: "staff" } : {};
    const call = as(contract.user, name, { ...args, ...view }).catch((error: unknown) => error);
    expect(await call).toMatchObject({ code: "42501" });
  }
  // An item's id that one claim has used is refused for another claim.
  const [first] = claim.items;
  await expect(open(other, { items: [{ ...items(5)[0], id: first?.id }] })).rejects.toMatchObject({
    code: "PT409",
  });
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
    change("decide_claim", { claim_id: claim.id, items: [first], recourse: 0 }),
  ).rejects.toMatchObject({ code: "PT422" });
  expect(await decide(claim, [1000, 100], 600)).toMatchObject({ changed: true, stage: "decided" });
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
  expect(await decide(claim, [8000])).toMatchObject({ changed: true, stage: "second" });
  const [seen] = await mine(contract);
  expect(seen).toMatchObject({ stage: "deciding", hasDecision: false, items: [{ asked: 9000 }] });
  expect(seen?.items[0]).not.toHaveProperty("granted");
  expect(await queued()).toEqual([]);
  const agree = (agrees: boolean, who: string, note?: string) =>
    change("second_claim", { claim_id: claim.id, agrees, note: note ?? "" }, who);
  await expect(agree(true, fixtures.staffId)).rejects.toMatchObject({ code: "PT403" });
  const other = await colleague();
  await expect(agree(false, other)).rejects.toMatchObject({ code: "PT422" });
  expect(await agree(false, other, "Falta a nota")).toMatchObject({ stage: "deciding" });
  expect(await decide(claim, [8000])).toMatchObject({ stage: "second" });
  expect(await agree(true, other)).toMatchObject({ changed: true, stage: "decided" });
  expect(await agree(true, other)).toMatchObject({ changed: false });
  expect(await queued()).toEqual(["claim-decided", "claim-decided"]);
});

test("an account counts once the mailed link confirms it, and never after the payment", async () => {
  const contract = await guaranteed();
  const claim = await open(contract);
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

  await fixtures.sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1,
      account_since = now() - interval '10 days'`;
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
  expect(await mine(contract)).toMatchObject([{ stage: "withdrawn", withdrawnWhy: "landlord" }]);
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
  const [late, soon, parties] = [
    await heard(await guaranteed(), 10),
    await heard(await guaranteed(), 20),
    await open(await guaranteed()),
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
