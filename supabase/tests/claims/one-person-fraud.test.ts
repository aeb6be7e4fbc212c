import { beforeEach, expect, test } from "vitest";
import { createStaff } from "../support/create-user.ts";
import { account, claimFixtures } from "../support/claim-fixtures.ts";

const { fixtures, as, day, guaranteed, change, decide, detail, pay, colleague } = claimFixtures();

/** Account that the fraudster chose, written in another way each time. */
const own = {
  ...account,
  key: "Fraude@exemplo.com.br",
  holder: "Rui Lima",
  document: "11144477735",
};
const kept = (what: string) => ({ code: "PT403", message: expect.stringContaining(what) });

let fraudster: string;
beforeEach(async () => {
  fraudster = await createStaff(fixtures.sql, `fraude-${crypto.randomUUID()}@payser.example`);
  await fixtures.sql`
    update private.staff_settings set second_person_above = 5000, account_wait_days = 2`;
});

/** Opens a claim over R$ 4.900,00 for a landlord, with an account of the fraudster's own choice, and ends its days. */
async function openOwn(contract: { id: string }, to: object = own) {
  const opened = await as(fraudster, "open_claim_for", {
    contract_id: contract.id,
    request: {
      requestId: crypto.randomUUID(),
      happenedOn: await day(0),
      items: [
        { id: crypto.randomUUID(), kind: "repair", description: "Porta quebrada", asked: 4900 },
      ],
      account: to,
    },
  });
  const id = String(opened?.["id"]);
  await fixtures.sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1,
      tenant_turns = 1
    where id = ${id}`;
  return detail(id);
}
const age = (id: string) =>
  fixtures.sql`update public.claims set account_since = now() - interval '10 days' where id = ${id}`;
const decideOwn = (claim: Parameters<typeof decide>[0]) => decide(claim, [4900], 0, fraudster);
const chargeOf = async (claimId: string) => {
  const [row] = await fixtures.sql`
    select id from public.charges where claim_id = ${claimId} and is_open`;
  return String(row?.["id"]);
};

test("one person who opens, decides and pays four claims with an account of their own is stopped at each step", async () => {
  const other = await colleague();
  const leases = [await guaranteed(), await guaranteed(), await guaranteed(), await guaranteed()];
  const [first, ...later] = await Promise.all(leases.map((contract) => openOwn(contract)));
  if (!first) throw new Error("Four claims were opened.");
  // The first amount is one that one person may grant, but not one that the same person may pay.
  expect(await decideOwn(first)).toMatchObject({ stage: "decided" });
  expect(await pay(first.id, {}, fraudster)).toMatchObject(kept("colega@payser.example"));
  expect(await pay(first.id, {}, other)).toMatchObject({ changed: false, why: "waits" });
  await age(first.id);
  expect(await pay(first.id, {}, fraudster)).toMatchObject(kept("não aprova nem registra"));
  // Each further claim passes the limit by the sum of the payee.
  for (const claim of later) {
    expect(await detail(claim.id)).toMatchObject({ aloneUpTo: 100 });
    expect(await decideOwn(claim)).toMatchObject({ stage: "second" });
    await expect(
      change("second_claim", { claim_id: claim.id, agrees: true, note: "" }, fraudster),
    ).rejects.toMatchObject(kept("Quem pode: "));
    expect(await detail(claim.id)).toMatchObject({ stage: "second", toPay: 0 });
  }
  // No money left, and the trail shows the denied attempts.
  const [paid] = await fixtures.sql`
    select count(*)::int as movements from public.movements where booked_by = ${fraudster}`;
  expect(paid).toEqual({ movements: 0 });
  const denied = await fixtures.sql`
    select action, count(*)::int as attempts from public.audit_trail
    where actor = ${fraudster} and outcome = 'denied' group by action order by action`;
  expect([...denied]).toEqual([
    { action: "book-payment", attempts: 1 },
    { action: "second-claim", attempts: 3 },
  ]);
});

test("a raised limit does not let the person who decided pay, and stays on record", async () => {
  const contract = await guaranteed();
  const claim = await openOwn(contract);
  const wanted = {
    secondPersonAbove: 10_000_000,
    feeRangePercent: 20,
    accountWaitDays: 2,
    rentWarnsPercent: 30,
    rentSecondPercent: 40,
  };
  const [settings] = await fixtures.sql`select version from private.staff_settings`;
  expect(
    await as(fraudster, "set_staff_settings", { wanted, version: settings?.["version"] }),
  ).toMatchObject({ changed: true });
  expect(await decideOwn(claim)).toMatchObject({ stage: "decided" });
  await age(claim.id);
  expect(await pay(claim.id, {}, fraudster)).toMatchObject(kept("Quem abriu ou decidiu"));
  const [recorded] = await fixtures.sql`
    select details -> 'from' -> 'secondPersonAbove' as former from public.audit_trail
    where actor = ${fraudster} and action = 'set-staff-settings'`;
  expect(recorded).toEqual({ former: 5000 });
});

test("claims on one lease count together, whatever account is given", async () => {
  const contract = await guaranteed(20_000);
  const first = await openOwn(contract);
  expect(await decideOwn(first)).toMatchObject({ stage: "decided" });
  const elsewhere = { ...own, key: "outra@exemplo.com.br", document: "52998224725" };
  await fixtures.sql`
    update public.claims set final_at = final_at - interval '1 minute' where id = ${first.id}`;
  const second = await openOwn(contract, elsewhere);
  expect(await decideOwn(second)).toMatchObject({ stage: "second" });
});

test("a payee counts by Pix key or document, in upper and lower case", async () => {
  const [first, second, third] = [await guaranteed(), await guaranteed(), await guaranteed()];
  expect(await decideOwn(await openOwn(first))).toMatchObject({ stage: "decided" });
  const sameKey = { ...own, key: "FRAUDE@EXEMPLO.COM.BR", document: "52998224725" };
  expect(await decideOwn(await openOwn(second, sameKey))).toMatchObject({ stage: "second" });
  const sameDocument = { ...own, key: "nova@exemplo.com.br" };
  expect(await decideOwn(await openOwn(third, sameDocument))).toMatchObject({ stage: "second" });
});

test("a payout passes the limit when its account is given after the decision, and waits for an approval", async () => {
  const [first, second] = [await guaranteed(), await guaranteed()];
  await decideOwn(await openOwn(first));
  const claim = await openOwn(second, {
    ...account,
    key: "a@exemplo.com.br",
    document: "52998224725",
  });
  expect(await decideOwn(claim)).toMatchObject({ stage: "decided" });
  await fixtures.sql`
    update public.claims set account = ${fixtures.sql.json(own)}, account_changes = 3 where id = ${claim.id}`;
  await age(claim.id);
  const [payer, approver] = [await colleague("financeiro"), await colleague("gestora")];
  expect(await pay(claim.id, {}, payer)).toMatchObject({ changed: false, why: "second" });
  const charge_id = await chargeOf(claim.id);
  expect(await as(fraudster, "approve_payout", { charge_id, version: 3 })).toMatchObject(
    kept("Quem pode: "),
  );
  await expect(as(approver, "approve_payout", { charge_id, version: 2 })).rejects.toMatchObject({
    code: "PT409",
  });
  expect(await as(approver, "approve_payout", { charge_id, version: 3 })).toMatchObject({
    changed: true,
  });
  expect(await pay(claim.id, {}, approver)).toMatchObject(kept("Quem aprovou"));
  // An approval counts only for the account that was seen.
  await fixtures.sql`update public.claims set account_changes = 4 where id = ${claim.id}`;
  expect(await pay(claim.id, {}, payer)).toMatchObject({ why: "second" });
  await as(approver, "approve_payout", { charge_id, version: 4 });
  expect(await pay(claim.id, {}, payer)).toMatchObject({ changed: true });
});

test("a person whose address for the landlord gave the account neither agrees nor pays", async () => {
  const contract = await guaranteed();
  const claim = await openOwn(contract);
  await decide(claim, [4900], 0, await colleague());
  await age(claim.id);
  const giver = await colleague("contratos");
  expect(
    await as(giver, "add_landlord_address", {
      contract_id: contract.id,
      address: "giver@exemplo.com.br",
      is_own: false,
    }),
  ).toMatchObject({ changed: true });
  expect(await pay(claim.id, {}, giver)).toMatchObject(kept("Quem pode: "));
  expect(await pay(claim.id)).toMatchObject({ changed: true });
});

test("a person withdraws a decision that waits for a second person, also after the undo period", async () => {
  const contract = await guaranteed(20_000);
  const claim = await openOwn(contract);
  await fixtures.sql`update private.staff_settings set second_person_above = 1000, undo_seconds = 0`;
  expect(await decideOwn(claim)).toMatchObject({ stage: "second" });
  await fixtures.sql`
    update public.claims set decided_at = now() - interval '2 hours' where id = ${claim.id}`;
  const [counts] = await fixtures.sql`select private.count_seconds() as seconds`;
  expect(counts).toEqual({ seconds: 1 });
  expect(await as(await colleague(), "undo_claim_decision", { claim_id: claim.id })).toMatchObject({
    changed: false,
  });
  expect(await as(fraudster, "undo_claim_decision", { claim_id: claim.id })).toMatchObject({
    changed: true,
    stage: "deciding",
  });
});
