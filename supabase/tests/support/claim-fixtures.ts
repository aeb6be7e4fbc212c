import { beforeEach } from "vitest";
import { z } from "zod";
import { claimViewSchema, myClaimsSchema } from "#contracts/claims/claims.ts";
import { claimDetailSchema } from "#contracts/claims/claim-staff.ts";
import { actAs, callAsConnected } from "./act-as.ts";
import { addLandlordAddress, landlordSecret } from "./add-landlord-address.ts";
import { createStaff } from "./create-user.ts";
import { changeLedger } from "./delete-contracts.ts";
import { type Signed, endingFixtures } from "./ending-fixtures.ts";
import { hashOf } from "./hash-of.ts";

export const address_hash = "a".repeat(64);
const changeSchema = z.looseObject({
  changed: z.boolean(),
  stage: z.string(),
  version: z.number(),
});
const refusalSchema = z.object({ code: z.string(), message: z.string() });
/** Functions that take the version of the claim that the caller saw, each with the side that calls it. */
const versioned: Readonly<Record<string, string>> = {
  answer_claim: "tenant",
  end_claim_turn: "tenant",
  review_claim: "tenant",
  answer_claim_review: "tenant",
  reply_claim: "tenant",
  ask_for_claim: "staff",
  decide_claim: "staff",
  second_claim: "staff",
};
export const account = {
  kind: "pix",
  key: "locador@exemplo.com.br",
  holder: "José Pereira",
  document: "52998224725",
};

type Guaranteed = Signed & { secret: string; address: string };

/** Returns fixtures for tests of claims, based on those of endings; registers their hooks. */
export function claimFixtures() {
  const base = endingFixtures();
  const { fixtures, signed, as, asStaff } = base;
  const colleagues = new Map<string, string>();
  beforeEach(async () => {
    await fixtures.sql`delete from private.kept_content`;
    await fixtures.sql`delete from private.landlord_links`;
    // Payments of earlier tests must not count for the limit of the second person.
    await changeLedger(
      fixtures.sql,
      "update public.charges set created_at = created_at - interval '13 months' where direction = 'out'",
    );
  });

  /** Makes a contract that began `daysAgo`, and whose landlord has a confirmed address and a link. */
  async function guaranteed(limit = 5000, daysAgo = 60): Promise<Guaranteed> {
    const { sql } = fixtures;
    const contract = await signed({ daysAgo });
    const address = `locador-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
    await sql`
      update public.contracts set cover_limit = ${limit},
        guarantee_reference_value = greatest(guarantee_reference_value, ${limit})
      where id = ${contract.id}`;
    await addLandlordAddress(sql, contract.leaseId, address);
    return { ...contract, address, secret: hashOf(await landlordSecret(sql, address)) };
  }

  const items = (...asked: number[]) =>
    asked.map((amount) => ({
      id: crypto.randomUUID(),
      kind: "repair",
      description: "Porta quebrada",
      asked: amount,
    }));
  /** Returns the version of a claim as staff or a side know it. */
  const versionOf = async (claim_id: unknown, viewer = "staff") => {
    const [row] = await fixtures.sql`
      select private.claim_version(${String(claim_id)}, ${viewer}) as version`;
    return Number(row?.["version"]);
  };
  /** Does what a landlord does by link. The request gets the claim's current version unless it has one. */
  const byLink = async (secret_hash: string, action: string, request: Record<string, unknown>) =>
    fixtures.call("claim_by_link", {
      secret_hash,
      address_hash,
      action,
      request: {
        ...(request["claimId"] !== undefined && {
          version: await versionOf(request["claimId"], "landlord"),
        }),
        ...request,
      },
    });
  async function open(contract: Guaranteed, request: Record<string, unknown> = {}) {
    const form = {
      leaseId: contract.leaseId,
      requestId: crypto.randomUUID(),
      happenedOn: await base.day(0),
      items: items(1000),
    };
    return claimViewSchema.parse(await byLink(contract.secret, "open", { ...form, ...request }));
  }
  /** Opens a claim for the landlord as staff do; `request` replaces fields of the form. */
  const openFor = async ({ id }: Signed, request: Record<string, unknown> = {}) =>
    change("open_claim_for", {
      contract_id: id,
      request: {
        requestId: crypto.randomUUID(),
        happenedOn: await base.day(0),
        items: items(500),
        ...request,
      },
    });
  /** Opens a claim that may be decided: the days of both sides are over, and its account was confirmed long ago. */
  async function heard(contract: Guaranteed, ...asked: number[]) {
    const claim = await open(contract, { items: items(...asked) });
    await fixtures.sql`
      update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1,
        tenant_turns = 1, account = ${fixtures.sql.json(account)}, account_since = now() - interval '10 days'
      where id = ${claim.id}`;
    return claim;
  }
  /** Records a photo of a side as upload-document does; `changes` replaces arguments. */
  const sendFile = async (
    { user, secret, leaseId }: Guaranteed,
    claim: { id: string },
    side: "landlord" | "tenant" | "staff",
    changes: Record<string, unknown> = {},
  ) =>
    fixtures.call("receive_claim_file", {
      holder: { landlord: null, tenant: user, staff: fixtures.staffId }[side],
      secret_hash: side === "landlord" ? secret : null,
      is_staff: side === "staff",
      claim_id: claim.id,
      file_id: crypto.randomUUID(),
      kind: "photo",
      item_id: null,
      file_path: `${leaseId}/${crypto.randomUUID()}.jpg`,
      file_type: "image/jpeg",
      file_sha256: crypto.randomUUID().replaceAll("-", "").repeat(2),
      bytes: 1000,
      ...changes,
    });
  const granting = (claim: { items: { id: string; asked: number }[] }, ...granted: number[]) =>
    claim.items.map((item, place) => ({
      id: item.id,
      granted: granted[place] ?? item.asked,
      reason: "Conforme o orçamento",
      clause: "5.2",
    }));
  /**
   * Calls a function that changes a claim. The call gets the claim's current version unless it has one. Throws a refusal
   * that the function answers and records.
   */
  async function change(name: string, args: Record<string, unknown>, who = fixtures.staffId) {
    const answer = await as(who, name, {
      ...(versioned[name] !== undefined && {
        version: await versionOf(args["claim_id"], versioned[name]),
      }),
      ...args,
    });
    const refused = refusalSchema.safeParse(answer).data;
    if (refused) throw Object.assign(new Error(refused.message), { code: refused.code });
    return changeSchema.parse(answer);
  }
  const decide = (
    claim: { id: string; items: { id: string; asked: number }[] },
    granted: number[],
    recourse = 0,
    who?: string,
  ) =>
    change(
      "decide_claim",
      { claim_id: claim.id, items: granting(claim, ...granted), recourse },
      who,
    );
  const detail = async (claim_id: string) =>
    claimDetailSchema.parse(await asStaff("claim_detail", { claim_id }));
  const mine = async ({ user }: Signed) =>
    myClaimsSchema.parse(
      await actAs(fixtures.sql, { role: "authenticated", userId: user }, (sql) =>
        callAsConnected(sql, "my_claims", {}),
      ),
    );
  /** Returns the charges of a claim, each with its amount and state. */
  async function chargesOf({ id }: { id: string }) {
    const rows = await fixtures.sql`
      select amount::float, case when cancelled_at is not null then 'cancelled' when is_open then 'open' else 'paid' end as state
      from public.charges where claim_id = ${id} order by created_at, amount`;
    return rows.map(({ amount, state }) => `${amount} ${state}`);
  }
  /**
   * Books the open amount of a claim, as of today, to the account that staff see now; `changes` replaces arguments. The
   * person is not the one who decided, unless `who` is given.
   */
  async function pay(claim_id: string, changes: Record<string, unknown> = {}, who?: string) {
    const [charge] = await fixtures.sql`
      select id, private.open_amount(charge)::float as open from public.charges as charge
      where claim_id = ${claim_id} order by is_open desc, created_at desc limit 1`;
    const movement_id: string = crypto.randomUUID();
    const answer = await as(who ?? (await colleague("financeiro")), "book_payment", {
      movement_id,
      charge_id: charge?.["id"],
      paid_on: await base.day(0),
      amount: charge?.["open"],
      seen_open: charge?.["open"],
      account_version: (await detail(claim_id)).accountVersion,
      ...changes,
    });
    return { ...answer, movementId: movement_id };
  }
  const reverse = (movement_id: string) =>
    asStaff("reverse_payment", { movement_id, reason: "Conta errada" });
  /** Returns another member of staff, the same one for the same name. */
  async function colleague(name = "colega") {
    const known =
      colleagues.get(name) ?? (await createStaff(fixtures.sql, `${name}@payser.example`));
    colleagues.set(name, known);
    return known;
  }
  /** Asks for a review of the items at these places, as the tenant or as the landlord. */
  async function askReview(
    contract: Guaranteed,
    claim: { id: string; items: { id: string }[] },
    side: "tenant" | "landlord",
    ...places: number[]
  ) {
    const chosen = places.map((place) => claim.items[place]?.id);
    const text = `O orçamento estava incompleto, diz ${side} sobre ${places.join()}`;
    return side === "tenant"
      ? change("review_claim", { claim_id: claim.id, items: chosen, text }, contract.user)
      : byLink(contract.secret, "review", { claimId: claim.id, items: chosen, text });
  }
  /** Ends the days of the other side to answer the open reviews, so that staff may decide them. */
  const endReviewDays = (claim: { id: string }) => fixtures.sql`
    update public.claim_reviews set answer_until = private.today_in_brasilia() - 1
    where claim_id = ${claim.id}`;

  /** Lets the time pass in which staff can undo the decision of a claim, so that the parties are told. */
  const ageDecision = (claim: { id: string }) => fixtures.sql`
    update public.claims set decided_at = decided_at - interval '1 hour', final_at = final_at - interval '1 hour'
    where id = ${claim.id}`;

  return {
    ...base,
    guaranteed,
    items,
    versionOf,
    byLink,
    open,
    openFor,
    heard,
    sendFile,
    granting,
    change,
    decide,
    detail,
    mine,
    chargesOf,
    pay,
    reverse,
    colleague,
    askReview,
    endReviewDays,
    ageDecision,
  };
}
