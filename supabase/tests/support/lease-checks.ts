import { expect } from "vitest";
import { z } from "zod";
import type { Fact } from "./lease-facts.ts";
import type { World } from "./lease-world.ts";

const day = 86_400_000;
/** Acts that send the version of the claim that the person saw. */
const versioned = new Set<Fact["name"]>([
  "complete",
  "add",
  "done",
  "reply",
  "withdraw",
  "review",
  "answer-review",
  "account",
  "answer",
  "tenant-done",
  "tenant-reply",
  "tenant-review",
  "tenant-answer-review",
  "want",
  "second",
]);
const evidence = new Set(["file", "answered"]);
const eventSchema = z.object({
  what: z.string(),
  side: z.string(),
  at: z.date(),
  /** Days from the event until today, in Brasília. */
  ago: z.number(),
  until: z.number().nullable(),
});
type Event = z.infer<typeof eventSchema>;

/** Checks what holds after every burst of acts, from the rows and from the answers that people got. */
export async function checkBurst(
  world: World,
  facts: readonly Fact[],
  all: readonly Fact[],
): Promise<void> {
  checkRights(world, facts);
  checkVersions(facts);
  for (const fact of facts.filter(isDecision)) {
    await checkHearing(world, fact, facts);
  }
  checkPayments(facts, all);
  expect(await violations(world)).toEqual([]);
}

/** Checks that addresses that only read, were removed, never confirmed or belong to another lease have done nothing. */
function checkRights(world: World, facts: readonly Fact[]) {
  const intruded = facts.filter(({ side, by, before, after, outcome }) => {
    const mayAct =
      side === "staff" ||
      (side === "tenant"
        ? by === world.tenant
        : [before, after].some(({ addresses }) =>
            addresses.some(({ address, acts }) => acts && address === by),
          ));
    return !mayAct && outcome !== "denied" && outcome !== "same";
  });
  expect(intruded.map(({ name, by }) => `${name} by ${by}`)).toEqual([]);
}

/** Checks that versions grow for every viewer, and that one of several people who saw a version changes the claim. */
function checkVersions(facts: readonly Fact[]) {
  for (const { id, versions } of facts[0]?.before.claims ?? []) {
    const later = facts[0]?.after.claims.find((claim) => claim.id === id)?.versions;
    const grown = viewers.filter((viewer) => (later?.[viewer] ?? 0) < versions[viewer]);
    expect(grown).toEqual([]);
    const changes = facts.filter(
      ({ name, claim, outcome }) => claim?.id === id && outcome === "done" && versioned.has(name),
    );
    // The tenant does not see the account, so an account may change beside an act of the tenant.
    const seen = changes.filter(({ name }) => name !== "account");
    expect(seen.map(({ name }) => name).slice(1)).toEqual([]);
    expect(later?.staff).toBeGreaterThanOrEqual(versions.staff + changes.length);
    // A decision that waits for a second person raises no version, because the parties could see it.
    expect(facts.filter((fact) => isDecision(fact) && fact.claim?.id === id).slice(1)).toEqual([]);
  }
}

const viewers = ["landlord", "tenant", "staff"] as const;
const isDecision = ({ name, outcome }: Fact) => name === "decide" && outcome === "done";

/** Checks that each side was done or had had its five days, and that nobody was still asked, before a decision. */
async function checkHearing({ base }: World, { claim, before }: Fact, burst: readonly Fact[]) {
  const added = burst.filter(
    ({ name, claim: other, outcome }) =>
      other?.id === claim?.id && outcome === "done" && evidence.has(name),
  );
  // A review takes a decision back that nobody was told of.
  const isTakenBack = burst.some(
    ({ name, outcome }) => name === "undo" || (outcome === "done" && name.endsWith("review")),
  );
  if (isTakenBack || !claim) return;
  expect(added).toEqual([]);
  const events = z.array(eventSchema).parse(
    await base.fixtures.sql`
      select what, side, at, private.today_in_brasilia() - (at at time zone 'America/Sao_Paulo')::date as ago,
        until - private.today_in_brasilia() as until
      from public.case_events where claim_id = ${claim.id} and id <= ${claim.lastEvent} order by id`,
  );
  const wanted = events.findLast(
    ({ what }) => what === "wanted" || what === "replied" || what.startsWith("decided"),
  );
  if (wanted?.what === "wanted") expect(wanted.until).toBeLessThan(0);
  const { round } = before.claims.find(({ id }) => id === claim.id) ?? { round: 1 };
  if (round > 1) {
    const [open] = await base.fixtures.sql`
      select count(*)::integer as n from public.claim_reviews
      where claim_id = ${claim.id} and round = ${round} and answered_at is null
        and (asked_at at time zone 'America/Sao_Paulo')::date + 5 >= private.today_in_brasilia()`;
    expect(open).toEqual({ n: 0 });
    return;
  }
  const complete = events.findIndex(({ what }) => what === "complete");
  expect(complete).toBeGreaterThanOrEqual(0);
  const isEvidence = (side: string) => (event: Event) =>
    event.side === side && evidence.has(event.what);
  const last = events.findIndex(
    (event, place) => place > complete && isEvidence("landlord")(event),
  );
  const tenantBegan = last >= 0 ? last : complete;
  expectHeard("tenant", events, tenantBegan);
  const answered = (last >= 0 ? events.slice(0, last) : events).findLastIndex(isEvidence("tenant"));
  if (answered >= 0) expectHeard("landlord", events, answered);
}

function expectHeard(side: string, events: readonly Event[], began: number) {
  const isDone = events
    .slice(began + 1)
    .some((event) => event.side === side && event.what === "done");
  expect(
    isDone || (events[began]?.ago ?? 0) > 5,
    `${side} was heard: ${JSON.stringify(events)}`,
  ).toBe(true);
}

/** Checks that nothing is paid within two business days after a change of the account, or for a cancelled period. */
function checkPayments(facts: readonly Fact[], all: readonly Fact[]) {
  for (const paid of facts.filter(({ name, outcome }) => name === "pay" && outcome === "done")) {
    const stateOf = ({ contracts }: Fact["before"]) =>
      contracts.find(({ id }) => id === paid.claim?.contractId)?.status;
    expect([stateOf(paid.before), stateOf(paid.after)]).not.toEqual(["cancelled", "cancelled"]);
    const changed = all.filter(
      ({ name, claim, outcome, burst, answer }) =>
        outcome === "done" &&
        burst < paid.burst &&
        (name === "confirm-account"
          ? claim?.id === paid.claim?.id
          : name === "open-for" && answer?.id === paid.claim?.id),
    );
    const since = changed.at(-1);
    expect(since, "a payment has an account").toBeDefined();
    if (!since) continue;
    const days = Array.from(
      { length: Math.floor((paid.at - since.at) / day) + 1 },
      (_day, place) => new Date(Date.now() - place * day),
    );
    const businessDays = days.filter(
      (date) => ![0, 6].includes(new Date(date.getTime() - 3 * 3_600_000).getUTCDay()),
    );
    expect(businessDays.length).toBeGreaterThanOrEqual(2);
  }
}

/** Returns descriptions of rows that contradict a rule, computed from tables alone. */
async function violations({ base, leaseId }: World): Promise<string[]> {
  const rows = await base.fixtures.sql`
    with contract as (select * from public.contracts where lease_id = ${leaseId}),
    claim as (select * from public.claims where lease_id = ${leaseId}),
    period as (
      select contract.id, contract.cover_limit as most,
        (select coalesce(sum(amount), 0) from public.charges as charge
          where charge.contract_id = contract.id and charge.kind = 'claim' and charge.cancelled_at is null) as charged,
        (select coalesce(sum(paid.amount), 0) from public.allocations as paid join public.charges as charge on charge.id = paid.charge_id
          where charge.contract_id = contract.id and charge.kind = 'claim') as paid,
        (select coalesce(sum(item.granted), 0) from public.claim_items as item join claim on claim.id = item.claim_id
          where claim.contract_id = contract.id and claim.withdrawn_at is null) as granted
      from contract
    )
    select 'limit of ' || id || ': ' || most || ' < ' || greatest(charged, paid, granted) as broken from period
    where greatest(charged, paid, granted) > most
    union all
    select 'open claims of ' || opened_by || ': ' || count(*) from claim
    where final_at is null and withdrawn_at is null and round = 1 group by contract_id, opened_by having count(*) > 1
    union all
    select 'charged more than granted: ' || claim.protocol from claim
    where (
      select coalesce(sum(charge.amount), 0) from public.charges as charge
      where charge.claim_id = claim.id and charge.cancelled_at is null
    ) > (
      select sum(greatest(item.granted, (
        select (former.item ->> 'granted')::numeric from jsonb_array_elements(claim.decisions #> '{-1,items}') as former (item)
        where former.item ->> 'id' = item.id::text
      ), 0)) from public.claim_items as item where item.claim_id = claim.id
    )
    union all
    select 'paid by who opened or decided: ' || claim.protocol from claim
    join public.charges as charge on charge.claim_id = claim.id
    join public.allocations as paid on paid.charge_id = charge.id and paid.amount > 0
    where paid.booked_by = claim.opener or exists (
      select from jsonb_array_elements(claim.decisions) as former
      where former ->> 'by' = paid.booked_by::text
        and ((former ->> 'round')::integer < charge.round or charge.round = 1 and former ->> 'round' = '1')
    )
    union all
    select 'day of the keys without asking: ' || ending.protocol from public.contract_endings as ending
    join contract on contract.id = ending.contract_id
    where ending.status = 'confirmed' and ending.keys_on is not null and exists (
      select from (values ('tenant'), ('landlord')) as asked (side)
      where asked.side <> ending.asked_by
        and not exists (select from public.handover_statements as said where said.ending_id = ending.id and said.side = asked.side)
        and (ending.closed_at at time zone 'America/Sao_Paulo')::date <= (ending.asked_at at time zone 'America/Sao_Paulo')::date + 5
    )
    union all
    select 'late regret: ' || ending.protocol from public.contract_endings as ending
    join contract on contract.id = ending.contract_id join public.acceptances as accepted on accepted.contract_id = contract.id
    where ending.kind = 'regret' and ending.status = 'confirmed'
      and (ending.closed_at at time zone 'America/Sao_Paulo')::date > (accepted.accepted_at at time zone 'America/Sao_Paulo')::date + 7
    union all
    select 'days to claim after the notice: ' || ending.protocol from public.contract_endings as ending
    join contract on contract.id = ending.contract_id
    where ending.status = 'confirmed' and contract.status = 'ended'
      and (private.claim_until(contract.lease_id) ->> 'day')::date < 15 + (
        select min((mail.created_at at time zone 'America/Sao_Paulo')::date) from public.outgoing_mail as mail
        where mail.contract_id = contract.id and (
          mail.template = 'landlord-ended' or mail.idempotency_key like 'landlord-ending:%:' || ending.id || ':%'
        )
      )`;
  return rows.map(({ broken }) => String(broken));
}

/** Items of each claim as the last final decision left them. */
export type Finals = Map<string, { round: number; granted: ReadonlyMap<string, number | null> }>;

/** Checks that a review has changed only items that a side named. */
export function checkReviewedItems(facts: readonly Fact[], finals: Finals): void {
  for (const claim of facts[0]?.after.claims ?? []) {
    if (!claim.isFinal) continue;
    const granted = new Map(claim.items.map((item) => [item.id, item.granted]));
    const former = finals.get(claim.id);
    if (former?.round === claim.round - 1) {
      const changed = claim.items
        .filter(({ id }) => former.granted.get(id) !== granted.get(id))
        .map(({ id }) => id);
      expect(changed.filter((id) => !claim.reviewed.includes(id))).toEqual([]);
    }
    finals.set(claim.id, { round: claim.round, granted });
  }
}
