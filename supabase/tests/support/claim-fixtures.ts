import { createHash } from "node:crypto";
import { beforeEach } from "vitest";
import { z } from "zod";
import { claimDetailSchema, claimViewSchema, myClaimsSchema } from "#contracts/claims/claims.ts";
import { actAs, callAsConnected } from "./act-as.ts";
import { createStaff } from "./create-user.ts";
import { type Signed, endingFixtures } from "./ending-fixtures.ts";

export const address_hash = "a".repeat(64);
const changeSchema = z.looseObject({ changed: z.boolean(), stage: z.string() });
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
  let second: string | undefined;
  beforeEach(async () => {
    await fixtures.sql`delete from private.kept_content`;
    await fixtures.sql`delete from private.landlord_links`;
  });

  /** Makes a contract that began two months ago, and whose landlord has a confirmed address and a link. */
  async function guaranteed(limit = 5000): Promise<Guaranteed> {
    const { sql } = fixtures;
    const contract = await signed({ daysAgo: 60 });
    const address = `locador-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
    await sql`
      update public.contracts set cover_limit = ${limit},
        guarantee_reference_value = greatest(guarantee_reference_value, ${limit})
      where id = ${contract.id}`;
    await sql`
      insert into public.landlord_contacts (contract_id, address, given_by, confirmed_at)
      values (${contract.id}, ${address}, 'staff', now())`;
    await sql`select private.renew_landlord_link(${address}, false)`;
    const [row] = await sql`select private.current_landlord_secret(${address}) as secret`;
    return { ...contract, address, secret: hashOf(String(row?.["secret"])) };
  }

  const items = (...asked: number[]) =>
    asked.map((amount) => ({
      id: crypto.randomUUID(),
      kind: "repair",
      description: "Porta quebrada",
      asked: amount,
    }));
  const byLink = (secret_hash: string, action: string, request: Record<string, unknown>) =>
    fixtures.call("claim_by_link", { secret_hash, address_hash, action, request });
  async function open(contract: Guaranteed, request: Record<string, unknown> = {}) {
    const form = { contractId: contract.id, requestId: crypto.randomUUID(), items: items(1000) };
    return claimViewSchema.parse(
      await byLink(contract.secret, "open", { ...form, account, ...request }),
    );
  }
  /** Opens a claim whose time for the tenant's answer is over, so that it may be decided. */
  async function heard(contract: Guaranteed, ...asked: number[]) {
    const claim = await open(contract, { items: items(...asked) });
    await fixtures.sql`
      update public.claims set hear_until = private.today_in_brasilia() - 1 where id = ${claim.id}`;
    return claim;
  }
  const granting = (claim: { items: { id: string; asked: number }[] }, ...granted: number[]) =>
    claim.items.map((item, place) => ({
      id: item.id,
      granted: granted[place] ?? item.asked,
      reason: "Conforme o orçamento",
      clause: "5.2",
    }));
  const change = async (name: string, args: Record<string, unknown>, who = fixtures.staffId) =>
    changeSchema.parse(await as(who, name, args));
  const decide = (
    claim: { id: string; items: { id: string; asked: number }[] },
    granted: number[],
    recourse = 0,
  ) => change("decide_claim", { claim_id: claim.id, items: granting(claim, ...granted), recourse });
  const detail = async (claim_id: string) =>
    claimDetailSchema.parse(await asStaff("claim_detail", { claim_id }));
  const mine = async ({ user }: Signed) =>
    myClaimsSchema.parse(
      await actAs(fixtures.sql, { role: "authenticated", userId: user }, (sql) =>
        callAsConnected(sql, "my_claims", {}),
      ),
    );
  /** Books the open amount of a claim, as of today, to the account that staff see now; `changes` replaces arguments. */
  async function pay(claim_id: string, changes: Record<string, unknown> = {}) {
    const [charge] = await fixtures.sql`
      select id, private.open_amount(charge)::float as open from public.charges as charge
      where claim_id = ${claim_id} order by is_open desc, created_at desc limit 1`;
    const movement_id: string = crypto.randomUUID();
    const answer = await asStaff("book_payment", {
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
  async function colleague() {
    second ??= await createStaff(fixtures.sql, "colega@payser.example");
    return second;
  }

  return {
    ...base,
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
    reverse,
    colleague,
  };
}

export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
