import { describe, expect, test } from "vitest";
import { claimViewSchema } from "#contracts/claims/claims.ts";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { addLandlordAddress, landlordSecret } from "../support/add-landlord-address.ts";
import { account, address_hash, claimFixtures } from "../support/claim-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";

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
  mine,
  pay,
  colleague,
  askReview,
  endReviewDays,
  ageDecision,
} = claimFixtures();

type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;
type Claim = Awaited<ReturnType<typeof heard>>;

/** Makes a guaranteed contract. From then on, a decision can be undone for longer than a test. */
async function lease(limit = 5000, daysAgo = 60): Promise<Guaranteed> {
  const contract = await guaranteed(limit, daysAgo);
  await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
  return contract;
}

/** Adds a confirmed address that only reads and returns the hash of its secret. */
async function readerOf({ leaseId }: Guaranteed): Promise<string> {
  const address = "so-le@exemplo.com.br";
  await addLandlordAddress(fixtures.sql, leaseId, address, "tenant");
  return hashOf(await landlordSecret(fixtures.sql, address));
}

const asTenant = ({ user }: Guaranteed, name: string, args: Record<string, unknown>) =>
  actAs(fixtures.sql, { role: "authenticated", userId: user }, (sql) =>
    callAsConnected(sql, name, args),
  );
/** Returns the answer of a call, or the message with which it was refused. */
const answerOf = (call: Promise<unknown>) =>
  call.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

/**
 * Returns all that tenant, acting landlord and reading landlord can read, and how calls are refused that a secret
 * decision must not allow or refuse. The calls send the version that the parties saw first.
 */
async function everything(
  contract: Guaranteed,
  claim: Claim,
  reader: string,
  seen: { tenant: number; landlord: number },
) {
  const area = (secret_hash: string, lease_id: string | null) =>
    fixtures.call("landlord_area", { secret_hash, address_hash, lease_id });
  const upload = (holder: string | null, secret_hash: string | null) =>
    fixtures.call("open_claim_upload", {
      holder,
      secret_hash,
      is_staff: false,
      claim_id: claim.id,
      file_id: crypto.randomUUID(),
      address_hash,
    });
  const answers = [{ item_id: claim.items[0]?.id, text: "Mais uma coisa" }];
  const onClaim = { claim_id: claim.id, version: seen.tenant };
  const byLandlord = (action: string, more: object = {}) =>
    answerOf(
      byLink(contract.secret, action, { claimId: claim.id, version: seen.landlord, ...more }),
    );
  const byTenant = (name: string, more: object = {}) =>
    answerOf(asTenant(contract, name, { ...onClaim, ...more }));
  const endings = { contract_id: contract.id, ending_id: crypto.randomUUID() };
  const others = { requestId: crypto.randomUUID(), leaseId: contract.leaseId };
  return {
    tenant: await asTenant(contract, "my_claims", {}),
    money: await asTenant(contract, "my_payments", { contract_id: contract.id }),
    landlord: await area(contract.secret, contract.leaseId),
    reader: await area(reader, contract.leaseId),
    decision: [
      await asTenant(contract, "view_claim_decision", { claim_id: claim.id }),
      await fixtures.call("find_claim_decision", {
        secret_hash: contract.secret,
        claim_id: claim.id,
        address_hash,
      }),
    ],
    uploads: [await upload(contract.user, null), await upload(null, contract.secret)],
    refusals: [
      await byLandlord("add", { answers }),
      await byLandlord("done"),
      await byLandlord("reply", { text: "Enviei" }),
      await byLandlord("answer-review", { text: "Não concordo" }),
      await byLandlord("review", { items: [], text: "Peço a revisão disto" }),
      await byLandlord("change-account", { account: {} }),
      await byTenant("answer_claim", { answers }),
      await byTenant("end_claim_turn"),
      await byTenant("reply_claim", { text: "Enviei" }),
      await byTenant("answer_claim_review", { text: "Não concordo" }),
      await byTenant("review_claim", { items: [], text: "Peço a revisão disto" }),
      await answerOf(
        byLink(contract.secret, "open", {
          ...others,
          happenedOn: await day(0),
          // An item of nothing is refused at last.
          items: [{ id: crypto.randomUUID(), kind: "repair", description: "Porta", asked: 0 }],
        }),
      ),
      await asTenant(contract, "regret_contract", endings),
      await asTenant(contract, "ask_ending", {
        ...endings,
        kind: "moved-out",
        keys_on: await day(0),
      }),
    ],
    published: await fixtures.call("published_claim_figures", {}),
  };
}

/** Makes a decision that stays secret, or that was undone; the key says how. */
const secrets: Record<string, (claim: Claim) => Promise<unknown>> = {
  "waits for a second person": (claim) => decide(claim, [8000], 100),
  "grants and can be undone": (claim) => decide(claim, [300], 100),
  "refuses and can be undone": (claim) => decide(claim, [0]),
  "was undone": async (claim) => {
    await decide(claim, [300]);
    await change("undo_claim_decision", { claim_id: claim.id });
  },
  "was confirmed, and the confirmation can be undone": async (claim) => {
    await decide(claim, [8000]);
    const agreed = { claim_id: claim.id, agrees: true, note: "" };
    await change("second_claim", agreed, await colleague());
  },
  "was sent back by a colleague": async (claim) => {
    await decide(claim, [8000]);
    const refused = { claim_id: claim.id, agrees: false, note: "Falta a nota" };
    await change("second_claim", refused, await colleague());
  },
};

describe("a secret decision", () => {
  test.each(Object.entries(secrets))(
    "changes nothing that the parties can read or do when it %s",
    async (_how, act) => {
      const contract = await lease(20_000, 3);
      const reader = await readerOf(contract);
      const claim = await heard(contract, 9000);
      await fixtures.sql`update public.claims set account = null, account_since = null where id = ${claim.id}`;
      const seen = { tenant: 1, landlord: 1 };
      const before = await everything(contract, claim, reader, seen);
      await act(claim);
      expect(await everything(contract, claim, reader, seen)).toEqual(before);
    },
  );

  test.each([
    ["waits for a second person", 8000],
    ["grants more and can be undone", 900],
    ["changes nothing and can be undone", 600],
  ])(
    "about a review changes nothing that the parties can read or do when it %s",
    async (_how, granted) => {
      const contract = await lease(20_000, 3);
      const reader = await readerOf(contract);
      const claim = await heard(contract, 9000);
      await decide(claim, [600], 50);
      await ageDecision(claim);
      await askReview(contract, claim, "landlord", 0);
      await endReviewDays(claim);
      // The decision about the review would move the last day for the tenant's own review.
      await fixtures.sql`
      update public.claims set decisions = jsonb_set(decisions, '{0,reviewUntil}', to_jsonb(${await day(4)}::text))
      where id = ${claim.id}`;
      const [tenants] = await mine(contract);
      expect(tenants).toMatchObject({ may: { review: true }, reviewUntil: await day(4) });
      const seen = { tenant: tenants?.version ?? 0, landlord: tenants?.version ?? 0 };
      const before = await everything(contract, claim, reader, seen);
      await decide(claim, [granted], 0, await colleague());
      expect(await everything(contract, claim, reader, seen)).toEqual(before);
      await change("undo_claim_decision", { claim_id: claim.id }, await colleague());
      expect(await everything(contract, claim, reader, seen)).toEqual(before);
    },
  );
});

test("a landlord withdraws while a decision waits for a second person, and nobody is told of it", async () => {
  const contract = await lease(20_000);
  const claim = await heard(contract, 9000);
  await decide(claim, [8000]);
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(
    await byLink(contract.secret, "withdraw", { claimId: claim.id, version: claim.version }),
  ).toMatchObject({ stage: "withdrawn", hasDecision: false });
  const agreed = { claim_id: claim.id, agrees: true, note: "" };
  expect(await change("second_claim", agreed, await colleague())).toMatchObject({
    changed: false,
    stage: "withdrawn",
  });
  expect(await change("undo_claim_decision", { claim_id: claim.id })).toMatchObject({
    changed: false,
  });
  expect(await queued()).not.toContain("claim-decided");
  expect(await detail(claim.id)).toMatchObject({ toPay: 0, payouts: [] });
});

test("a withdrawal within the undo period cancels the charge and the mails of the decision for ever", async () => {
  const contract = await lease();
  const claim = await heard(contract, 1000);
  await decide(claim, [700]);
  expect(await queued()).toContain("claim-decided");
  expect(
    await byLink(contract.secret, "withdraw", { claimId: claim.id, version: claim.version }),
  ).toMatchObject({ stage: "withdrawn" });
  expect(await queued()).not.toContain("claim-decided");
  expect(await detail(claim.id)).toMatchObject({ toPay: 0, payouts: [{ state: "cancelled" }] });
  // The decision stays unknown when it could no longer be undone.
  await fixtures.sql`
    update public.claims set final_at = final_at - interval '1 hour', withdrawn_at = withdrawn_at - interval '1 hour'
    where id = ${claim.id}`;
  const [seen] = await mine(contract);
  expect(seen).toMatchObject({ stage: "withdrawn", hasDecision: false, limitLeft: 5000 });
  expect(seen).not.toHaveProperty("granted");
  expect(seen?.events.map(({ what }) => what)).toEqual(["opened", "withdrawn"]);
  expect(
    await fixtures.call("find_claim_decision", {
      secret_hash: contract.secret,
      claim_id: claim.id,
      address_hash,
    }),
  ).toBeNull();
});

test("a review that is asked for while a decision is secret sends the decision back to staff", async () => {
  const contract = await lease();
  const claim = await heard(contract, 1000, 500);
  await decide(claim, [600, 0]);
  await ageDecision(claim);
  await askReview(contract, claim, "landlord", 1);
  await endReviewDays(claim);
  const decision = [{ id: claim.items[1]?.id, granted: 400, reason: "Com a nota" }];
  const decideReview = (items: object[]) =>
    colleague().then((who) =>
      change("decide_claim", { claim_id: claim.id, items, recourse: 0 }, who),
    );
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await decideReview(decision)).toMatchObject({ stage: "decided" });
  expect(await queued()).toContain("claim-decided");
  expect(await askReview(contract, claim, "tenant", 0)).toMatchObject({ stage: "review" });
  expect(await queued()).not.toContain("claim-decided");
  const { round, items, reviewedItems, events } = await detail(claim.id);
  expect({ round, granted: items.map(({ granted }) => granted) }).toEqual({
    round: 2,
    granted: [600, 0],
  });
  expect(reviewedItems).toHaveLength(2);
  expect(events.map(({ what }) => what).slice(-3)).toEqual([
    "decided-again",
    "decision-undone",
    "review",
  ]);
  const [seen] = await mine(contract);
  expect(seen?.events.map(({ what }) => what)).toEqual(["opened", "decided", "review", "review"]);
  await endReviewDays(claim);
  const both = [...decision, { id: claim.items[0]?.id, granted: 500, reason: "Uso normal" }];
  expect(await decideReview(both)).toMatchObject({ stage: "decided" });
  await ageDecision(claim);
  expect((await mine(contract))[0]).toMatchObject({ granted: 900, version: 5 });
});

test("an account is taken while a refusal is secret, and refused after the landlord was told", async () => {
  const contract = await lease();
  const claim = await heard(contract, 1000);
  await decide(claim, [0]);
  const other = { ...account, key: "outra@exemplo.com.br" };
  const give = (given: object) =>
    byLink(contract.secret, "change-account", { claimId: claim.id, account: given });
  const given = claimViewSchema.parse(await give(other));
  expect(given).toMatchObject({ accountNext: expect.any(String), stage: "deciding" });
  // The event does not give the decision away either.
  expect(given.events.at(-1)).toMatchObject({ turn: "staff", until: given.decideBy });
  await ageDecision(claim);
  await expect(give(account)).rejects.toMatchObject({ code: "PT409" });
});

test("a decision is not paid while it can be undone, so that no payment gives it away", async () => {
  const contract = await lease();
  const claim = await heard(contract, 1000);
  await decide(claim, [700]);
  await expect(pay(claim.id)).rejects.toMatchObject({
    code: "PT409",
    message: "Esta decisão ainda pode ser desfeita. Espere alguns segundos e tente de novo.",
  });
  await ageDecision(claim);
  expect(await pay(claim.id)).toMatchObject({ changed: true });
});

test("a party that acts on an old page after it could know a decision hears of the decision", async () => {
  const contract = await lease();
  const claim = await heard(contract, 1000);
  await decide(claim, [700]);
  await ageDecision(claim);
  await expect(
    byLink(contract.secret, "withdraw", { claimId: claim.id, version: claim.version }),
  ).rejects.toMatchObject({
    code: "PT409",
    message: expect.stringContaining("o pedido foi decidido"),
  });
  // The account is no business of the tenant, so its change does not make the tenant's page old.
  const [tenants] = await mine(contract);
  await byLink(contract.secret, "change-account", {
    claimId: claim.id,
    account: { ...account, key: "outra@exemplo.com.br" },
  });
  const review = {
    claim_id: claim.id,
    items: [claim.items[0]?.id],
    text: "Peço a revisão disto",
    version: tenants?.version,
  };
  expect(await change("review_claim", review, contract.user)).toMatchObject({ changed: true });
  expect(await asStaff("claim_detail", { claim_id: claim.id })).toMatchObject({ stage: "review" });
});
