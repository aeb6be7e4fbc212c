import { createHash } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import type { Fact } from "./lease-facts.ts";
import type { Snapshot } from "./lease-snapshot.ts";
import type { World } from "./lease-world.ts";

const mailSchema = z.object({
  template: z.string(),
  recipient: z.string().nullable(),
  key: z.string(),
});
type Mail = z.infer<typeof mailSchema>;
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Name of an act in the mail that reports it to all addresses of the landlord. */
const reported: Partial<Record<Fact["name"], string>> = {
  open: "open-claim",
  complete: "complete",
  add: "reply",
  done: "done",
  reply: "reply",
  withdraw: "withdraw-claim",
  review: "review",
  "answer-review": "reply",
  account: "account-asked",
  "confirm-account": "account-changed",
  file: "send-evidence",
  report: "send-report",
  "ask-renewal": "ask-renewal",
  "give-address": "give-address",
};
/** Acts that come one by one and are reported once a day. */
const daily = new Set(["send-evidence", "send-report"]);

/** Checks at the end of a sequence that everybody was told of everything, and of nothing twice. */
export async function checkTold(
  world: World,
  facts: readonly Fact[],
  seen: readonly Snapshot[],
): Promise<void> {
  const { sql } = world.base.fixtures;
  const mails = z
    .array(mailSchema)
    .parse(await sql`select template, recipient, idempotency_key as key from public.outgoing_mail`);
  const last = seen.at(-1)?.addresses ?? [];
  for (const { address } of last) checkActs(mails, facts, address);
  const steady = last
    .map(({ address }) => address)
    .filter((address) =>
      seen.every(({ addresses }) => addresses.some((known) => known.address === address)),
    );
  const acting = steady.filter((address) =>
    seen.every(({ addresses }) =>
      addresses.some((known) => known.acts && known.address === address),
    ),
  );
  const [tenant] = await sql`
    select distinct tenant_email as email from public.contracts where lease_id = ${world.leaseId}`;
  const wrong = [
    ...(await claimNews(world)).flatMap(({ key, side }) =>
      (side === "tenant" ? [String(tenant?.["email"])] : acting).flatMap((address) => {
        const count = counted(mails, address, key);
        return count === 1 ? [] : [`${key} to ${address}: ${count}, not 1`];
      }),
    ),
    ...(await contractNews(world)).flatMap(({ key, side, least, most }) =>
      (side === "tenant" ? [String(tenant?.["email"])] : steady).flatMap((address) => {
        const count = counted(mails, address, key);
        return count < least || count > most
          ? [`${key} to ${address}: ${count}, not ${least} to ${most}`]
          : [];
      }),
    ),
  ];
  expect(wrong).toEqual([]);
}

const counted = (mails: readonly Mail[], address: string, key: string) =>
  mails.filter(
    (mail) => mail.recipient === address && (mail.key === key || mail.key.startsWith(`${key}:`)),
  ).length;

/** Compares the acts of each address with the mails that report them to one confirmed address. */
function checkActs(mails: readonly Mail[], facts: readonly Fact[], address: string) {
  const told = new Map<string, number>();
  for (const { template, recipient, key } of mails) {
    if (template !== "landlord-act" || recipient !== address) continue;
    const parts = key.split(":");
    const name = `${parts[1]} by ${parts[3]}`;
    told.set(name, (told.get(name) ?? 0) + 1);
  }
  const done = new Map<string, { name: string; least: Set<string>; most: Set<string> }>();
  for (const { name, before, after } of facts) {
    if (name !== "confirm-address") continue;
    for (const newcomer of after.addresses) {
      const isNew = !isConfirmed(before, newcomer.address);
      if (!isNew || newcomer.address === address || !isConfirmed(after, address)) continue;
      const what = `read-address by ${md5(newcomer.address)}`;
      const known = done.get(what) ?? { name: what, least: new Set(), most: new Set() };
      known.most.add(newcomer.id);
      // Staff may have checked the address in the meantime.
      if (!newcomer.acts && isConfirmed(before, address)) known.least.add(newcomer.id);
      done.set(what, known);
    }
  }
  for (const fact of facts) {
    if (fact.outcome !== "done") continue;
    for (const what of whatsOf(fact)) {
      const actor = fact.name === "confirm-account" ? (fact.claim?.accountFrom ?? "") : fact.by;
      const name = `${what} by ${md5(actor)}`;
      const known = done.get(name) ?? { name: what, least: new Set(), most: new Set() };
      const occasion = fact.name === "give-address" ? String(fact.part % 3) : fact.id;
      if (isConfirmed(fact.after, address)) known.most.add(occasion);
      if (isConfirmed(fact.before, address)) known.least.add(occasion);
      done.set(name, known);
    }
  }
  const wrong = [...new Set([...told.keys(), ...done.keys()])].flatMap((name) => {
    const count = told.get(name) ?? 0;
    const expected = done.get(name);
    const most = expected?.most.size ?? 0;
    const least =
      expected && daily.has(expected.name)
        ? Math.min(1, expected.least.size)
        : (expected?.least.size ?? 0);
    return count < least || count > most
      ? [`${name}, told ${address}: ${count}, not ${least} to ${most}`]
      : [];
  });
  expect(wrong).toEqual([]);
}

const isConfirmed = ({ addresses }: Snapshot, address: string) =>
  addresses.some((known) => known.address === address);

function whatsOf(fact: Fact): string[] {
  const what = reported[fact.name];
  if (what === undefined) return [];
  return fact.name === "open" && fact.part % 3 === 0 ? [what, "account-asked"] : [what];
}

/** Returns the news about claims, each with the side that gets it once. */
async function claimNews({ base, leaseId }: World) {
  const rows = await base.fixtures.sql`
    with claim as (select * from public.claims where lease_id = ${leaseId}),
    decision as (
      select claim.id, (former ->> 'round')::integer as round from claim cross join jsonb_array_elements(claim.decisions) as former
      union all
      select claim.id, claim.round from claim where claim.final_at is not null and claim.withdrawn_at is null
    )
    select 'claim-told:' || id || ':tenant:opened' as key, 'tenant' as side from claim
    union all
    select 'claim-opened:' || id || ':landlord:opened', 'landlord' from claim
    union all
    select 'claim-told:' || id || ':tenant:complete', 'tenant' from claim where complete_at is not null
    union all
    select 'claim-told:' || id || ':tenant:withdrawn', 'tenant' from claim where withdrawn_why = 'landlord'
    union all
    select 'claim-told:' || id || ':' || side || ':voided', side from claim cross join (values ('tenant'), ('landlord')) as party (side)
    where withdrawn_why = 'cancelled'
    union all
    select 'claim-decided:' || id || ':' || side || ':' || round, side
    from decision cross join (values ('tenant'), ('landlord')) as party (side)
    union all
    select 'claim-paid:' || charge.claim_id || ':' || side || ':' || movement.id, side
    from public.movements as movement
    join public.allocations as paid on paid.movement_id = movement.id and paid.amount > 0
    join public.charges as charge on charge.id = paid.charge_id and charge.claim_id in (select id from claim)
    cross join (values ('tenant'), ('landlord')) as party (side)
    where movement.reverses is null and not exists (
      select from public.movements as back where back.reverses = movement.id
    )
    union all
    select 'claim-told:' || review.claim_id || ':' || side.told || ':' || side.occasion, side.told
    from public.claim_reviews as review
    cross join lateral (values
      (review.side, 'review-received'), (case review.side when 'tenant' then 'landlord' else 'tenant' end, 'review')
    ) as side (told, occasion)
    where review.claim_id in (select id from claim)`;
  return z.array(z.object({ key: z.string(), side: z.string() })).parse([...rows]);
}

/** Returns the news about periods (issue, end, cancellation, requests to end), each with its least and most mails. */
async function contractNews({ base, leaseId }: World) {
  const rows = await base.fixtures.sql`
    with contract as (
      select contract.*, job.status = 'done' as is_issued, (
        select ending.kind from public.contract_endings as ending
        where ending.contract_id = contract.id and ending.status = 'confirmed'
      ) as kind
      from public.contracts as contract join public.document_jobs as job on job.contract_id = contract.id
      where contract.lease_id = ${leaseId}
    )
    select 'landlord-letter:issued:' || id as key, 'landlord' as side,
      (is_issued and status = 'active' and end_date >= private.today_in_brasilia())::integer as least, 1 as most from contract
    union all
    select 'contract-regretted:regret:' || id, 'tenant', (kind = 'regret')::integer, (kind = 'regret')::integer
    from contract where kind is not null
    union all
    select 'contract-ended:' || id, 'tenant', (kind is distinct from 'regret')::integer, (kind is distinct from 'regret')::integer
    from contract where status <> 'active'
    union all
    select 'landlord-ended:ended:' || id, 'landlord', is_issued::integer, 1 from contract where status <> 'active'
    union all
    select 'ending-news:asked:' || ending.id, 'tenant', 1, 1
    from public.contract_endings as ending join contract on contract.id = ending.contract_id
    where ending.answer_until is not null
    union all
    select 'landlord-ending:asked:' || ending.id || ':' || contract.id, 'landlord', 1, 1
    from public.contract_endings as ending join contract on contract.id = ending.contract_id
    where ending.answer_until is not null`;
  return z
    .array(z.object({ key: z.string(), side: z.string(), least: z.number(), most: z.number() }))
    .parse([...rows]);
}
