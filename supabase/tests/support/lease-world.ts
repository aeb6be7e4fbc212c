import * as fc from "fast-check";
import postgres, { type Sql } from "postgres";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { claimFixtures } from "./claim-fixtures.ts";
import { hashOf } from "./hash-of.ts";
import { clauseTitles } from "./offer-fixtures.ts";

export type Base = ReturnType<typeof claimFixtures>;

/** Kinds of leases with which a sequence begins. */
export const anyLease = fc.record({
  limit: fc.constantFrom(1500, 8000, 20_000),
  /** Whether the lease has had a period before the current one. */
  isRenewed: fc.boolean(),
  /** Whether the only confirmed address of the landlord reads until staff check it. */
  onlyReads: fc.constantFrom(false, false, false, true),
  daysAgo: fc.constantFrom(3, 40, 330),
});
export type LeaseKind = typeof anyLease extends fc.Arbitrary<infer Value> ? Value : never;

/** Mailboxes of landlords: two that act, one that reads, a removed one, an unconfirmed one, and one of another lease. */
export const mailboxes = ["acting", "partner", "reader", "former", "asked", "stranger"] as const;
export type Mailbox = (typeof mailboxes)[number];
export const addressOf = (name: Mailbox) => `${name}@exemplo.com.br`;

export interface World {
  base: Base;
  admin: Sql;
  leaseId: string;
  /** Account of the tenant, and of the tenant of another lease. */
  tenant: string;
  otherTenant: string;
  staff: readonly string[];
  secrets: Readonly<Record<Mailbox, string>>;
  /** Milliseconds by which the stored rows were made older so far. */
  passed: number;
}

const idSchema = z.object({ id: z.string() });

/** Makes a lease with its people, and another lease whose people must reach nothing of the first one. */
export async function makeWorld(base: Base, kind: LeaseKind): Promise<World> {
  const { fixtures } = base;
  const { sql } = fixtures;
  const admin = postgres(fixtures.database.adminUrl, { max: 1, onnotice: () => undefined });
  onTestFinished(() => admin.end());
  await sql`update private.limits set most = 1000000`;
  const other = await base.guaranteed();
  const first = await base.signed({ daysAgo: kind.isRenewed ? 354 : kind.daysAgo });
  await sql`
    update public.contracts set cover_limit = ${kind.limit}, guarantee_reference_value = greatest(20000, ${kind.limit})
    where id = ${first.id}`;
  const staff = [fixtures.staffId, await base.colleague("bia"), await base.colleague("caio")];
  await sql`delete from public.lease_addresses where lease_id = ${other.leaseId}`;
  for (const name of mailboxes)
    await giveMailbox(sql, name, name === "stranger" ? other.leaseId : first.leaseId, kind);
  await sql`delete from public.lease_addresses where address = ${addressOf("former")}`;
  const secrets = Object.fromEntries(
    await Promise.all(mailboxes.map(async (name) => [name, await secretOf(sql, name)])),
  );
  const world: World = {
    base,
    admin,
    leaseId: first.leaseId,
    tenant: first.user,
    otherTenant: other.user,
    staff,
    secrets: z.record(z.enum(mailboxes), z.string()).parse(secrets),
    passed: 0,
  };
  await issue(world);
  if (kind.isRenewed) {
    await renew(world, first.id);
    await pass(world, 86_400 * 13);
  }
  await sql`update private.staff_settings set undo_seconds = 10`;
  return world;
}

async function giveMailbox(sql: Sql, name: Mailbox, leaseId: string, { onlyReads }: LeaseKind) {
  const isReading =
    name === "reader" || name === "acting" || name === "partner"
      ? onlyReads || name === "reader"
      : false;
  const isKnown = name !== "asked" && !(onlyReads && name === "partner");
  const given = isReading
    ? "tenant"
    : name === "partner" || name === "asked"
      ? "landlord"
      : "staff";
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, given_from, confirmed_at)
    values (
      ${leaseId}, ${addressOf(name)}, ${given}, ${given === "landlord" ? addressOf("acting") : null},
      ${isKnown ? sql`now()` : null}
    )`;
  await sql`select private.renew_landlord_link(${addressOf(name)}, false)`;
}

async function secretOf(sql: Sql, name: Mailbox) {
  const [row] = await sql`
    select private.link_secret('landlords', link.id || ' ' || link.generation) as secret
    from private.landlord_links as link where link.address = ${addressOf(name)}`;
  return hashOf(String(row?.["secret"]));
}

/** Lets time pass, delivers the mails that are due, and runs the schedule. */
export async function pass(world: World, seconds: number): Promise<void> {
  const { fixtures } = world.base;
  await fixtures.call("run_schedule", {});
  await moveTime(world.admin, seconds);
  world.passed += seconds * 1000;
  await fixtures.call("run_schedule", {});
  await fixtures.sql`
    update public.outgoing_mail set status = 'sent', sent_at = now(), attempts = 1
    where status = 'queued' and next_attempt_at <= now()`;
}

/**
 * Makes everything that the database stores older, as if this time had passed: times by `seconds`, and dates by whole
 * days. The windows of limits stay. Needs a connection of the superuser, because rows of the ledger never change otherwise.
 */
async function moveTime(admin: Sql, seconds: number): Promise<void> {
  const days = Math.round(seconds / 86_400);
  await admin.begin(async (session) => {
    await session`select set_config('session_replication_role', 'replica', true)`;
    const tables = await session`
      select format('update %I.%I set %s', c.table_schema, c.table_name, string_agg(
        format('%1$I = %1$I - ', c.column_name) || case c.data_type
          when 'date' then ${String(days)} else ${`interval '${seconds} seconds'`}
        end, ', '
      )) as statement
      from information_schema.columns as c
      join information_schema.tables as t using (table_schema, table_name)
      where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.table_name <> 'rate_limits'
        and (c.data_type = 'timestamp with time zone' or c.data_type = 'date' and ${days} <> 0)
      group by c.table_schema, c.table_name`;
    await session.unsafe(tables.map(({ statement }) => String(statement)).join(";\n"));
  });
}

/** Offers the renewal of a contract and accepts it, as staff and tenant do. Returns whether a period was added. */
export async function renew({ base }: World, contractId: string): Promise<boolean> {
  const { fixtures } = base;
  const [held] = await fixtures.sql`
    select offer.simulation_id as id, (contract.end_date + 1)::text as start
    from public.contracts as contract join public.offers as offer on offer.id = contract.offer_id
    where contract.id = ${contractId}`;
  const { id } = idSchema.parse(held);
  const offer = fixtures.draft(id, {
    landlord_name: "José Pereira",
    start_date: held?.["start"],
    renews_contract_id: contractId,
    rental_value: 2000,
    reference_value: 24_000,
    cover_limit: 16_800,
    valid_until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  // The conditions are accepted at once, so they are valid for an hour, which ends before the new period begins.
  const made = z.object({ changed: z.boolean() }).parse(await fixtures.make(offer));
  if (!made.changed) return false;
  const secret = String(await fixtures.call("tracking_secret", { simulation_id: id }));
  const answer = await fixtures.accept(
    { secret_hash: hashOf(secret), offer },
    { clauses: clauseTitles },
  );
  return z.object({ outcome: z.string() }).safeParse(answer).data?.outcome === "accepted";
}

/** Stores the documents of the contracts that wait for them, as the worker does. */
export async function issue({ base, leaseId }: World): Promise<void> {
  const { fixtures } = base;
  const jobs = await fixtures.sql`
    update public.document_jobs as job set status = 'working', attempts = 1, leased_until = now() + interval '1 minute'
    where job.status <> 'done' and job.contract_id in (select id from public.contracts where lease_id = ${leaseId})
    returning job.contract_id, job.version`;
  for (const job of jobs) {
    const version = Number(job["version"]);
    await fixtures.call("record_documents_issued", {
      contract_id: job["contract_id"],
      attempt: 1,
      letter_sha256: "c".repeat(64),
      documents: [
        {
          name: "Carta de fiança",
          file: version === 1 ? "carta-de-fianca.pdf" : `carta-de-fianca-${version}.pdf`,
        },
      ],
      version,
    });
  }
}
