import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyMigrations } from "../../local/database/start-database.ts";
import { compareCatalogues, draftMigration } from "../../local/schema/draft-migration.ts";
import { type Catalogue, readCatalogue } from "../../local/schema/read-catalogue.ts";
import {
  applySqlFiles,
  migrationsFolder,
  readSqlFiles,
  schemasFolder,
  scratchCluster,
  type ScratchCluster,
} from "../../local/schema/scratch-cluster.ts";

let cluster: ScratchCluster;
let sql: Sql;
let migrated: Catalogue;
beforeAll(async () => {
  cluster = await scratchCluster();
  const [fromMigrations, fromSchemas] = [
    await cluster.database("from_migrations"),
    await cluster.database("from_schemas"),
  ];
  await applyMigrations(fromMigrations.sql, migrationsFolder);
  migrated = await readCatalogue(fromMigrations.sql);
  await applySqlFiles(fromSchemas.sql, schemasFolder);
  sql = fromSchemas.sql;
}, 60_000);
afterAll(() => cluster?.close());

test("schema files and migrations make the same database", async () => {
  const wanted = await readCatalogue(sql);
  const differences = compareCatalogues(migrated, wanted);
  console.log(`${wanted.size} things of the database compared, ${differences.length} differ`);
  // If this fails, run npm run generate, or npm run migration -- <name>, to update the migrations
  // from the schema files.
  expect(differences).toEqual([]);
  expect(wanted.size).toBeGreaterThan(1_500);
});

test("every function's body is valid once the whole schema exists", async () => {
  const functions = [...migrated].filter(([name]) => name.startsWith("function "));
  expect(functions.length).toBeGreaterThan(200);
  await undone(async (transaction) => {
    await transaction.unsafe("set local check_function_bodies = on");
    for (const [name, statement] of functions) {
      await transaction.unsafe(statement).catch((cause: unknown) => {
        throw new Error(`${name}: ${String(cause)}`, { cause });
      });
    }
  });
});

test("every function has a comment, and a definer's comment gives the reason", async () => {
  const mute = await sql`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = any (array['public', 'private', 'requests']::regnamespace[])
      and obj_description(oid, 'pg_proc') is null`;
  expect([...mute]).toEqual([]);
  const files = await readSqlFiles(schemasFolder);
  const made = files.flatMap(({ text }) => [
    ...text.matchAll(
      /((?:^--.*\n)*)^create (?:function|procedure) (\S+?)\(([^]*?)^(?:as \$\$|return\b|begin atomic)/gm,
    ),
  ]);
  expect(made.length).toBeGreaterThan(150);
  const unjustified = made.filter(
    ([, comment = "", , head = ""]) => /security definer/.test(head) && !/definer/i.test(comment),
  );
  expect(unjustified.map(([, , name]) => name)).toEqual([]);
});

// PostgreSQL inlines no function that has `set search_path`, a wrong volatility or `strict`. Functions that are not
// inlined are called for every row, which is slow.
test("the planner inlines the rules of a contract, a day and a search", async () => {
  const plan = await sql`
    explain (verbose, costs off)
    select private.contract_state(contract), private.is_running(contract),
      private.day_in_brasilia(contract.created_at), private.search_key(contract.tenant_name)
    from public.contracts as contract where contract.end_date < private.today_in_brasilia()`;
  const text = plan.map((row) => String(row["QUERY PLAN"])).join("\n");
  expect(text).toMatch(/CASE WHEN/);
  expect(text).not.toMatch(/private\./);
});

/** Runs `work` in a transaction and rolls the transaction back. */
async function undone(work: (transaction: Parameters<typeof readCatalogue>[0]) => Promise<void>) {
  const undo = new Error("undo");
  const ended = sql.begin(async (transaction) => {
    await work(transaction);
    throw undo;
  });
  await ended.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

/** Schema changes, one of each kind, with the objects that the comparison of catalogues must report as different. */
const changes: [statement: string, ...noticed: string[]][] = [
  ["comment on column public.staff.email is 'x'", "comment column public.staff.email"],
  ["grant select on public.offers to authenticated", "grant table public.offers to authenticated"],
  ["grant select (fee) on public.offers to anon", "grant table public.offers fee to anon"],
  [
    "revoke execute on function private.digits from service_role",
    "grant function private.digits(text) to service_role",
  ],
  [
    "alter default privileges in schema public grant select on tables to anon",
    "default privilege r in public of postgres to anon",
  ],
  ["grant usage on schema private to anon", "grant schema private to anon"],
  ["revoke execute on function requests.id from anon", "grant function requests.id() to anon"],
  ["alter table public.staff alter full_name set not null", "column public.staff.full_name"],
  ["alter table public.staff alter status set default 'active'", "column public.staff.status"],
  ["alter table public.staff disable row level security", "row-level security public.staff"],
  [
    "alter table public.offers drop constraint offers_fee_check",
    "constraint public.offers.offers_fee_check",
  ],
  ["drop index public.offers_by_end", "index public.offers_by_end"],
  [
    'alter policy "Contract holders read their own contract" on public.contracts using (true)',
    'policy "Contract holders read their own contract" on public.contracts',
  ],
  [
    "alter table public.simulations disable trigger refuse_minors",
    "trigger refuse_minors on public.simulations",
  ],
  ["alter function private.undo_period() volatile", "function private.undo_period()"],
  ["grant create on schema private to service_role", "grant schema private to service_role"],
  [
    "alter function private.queue_counts() owner to service_role",
    "owner function private.queue_counts()",
    "grant function private.queue_counts() to postgres",
    "grant function private.queue_counts() to service_role",
  ],
  [
    "create type public.mood as enum ('good', 'bad')",
    "type public.mood",
    "grant type public.mood to postgres",
    "grant type public.mood to public",
  ],
  [
    "create view public.v as select 1 as one",
    "view public.v",
    "owner table public.v",
    "grant table public.v to anon",
    "grant table public.v to postgres",
  ],
  [
    "update private.limits set most = 31 where action = 'simulation-by-address'",
    "row private.limits simulation-by-address",
  ],
  ["update private.staff_settings set undo_seconds = 11", "row private.staff_settings true"],
  ["delete from private.retention where name = 'letters'", "row private.retention letters"],
  [
    "update storage.buckets set public = true where id = 'offer-documents'",
    "row storage.buckets offer-documents",
  ],
];

test("each kind of difference is detected, and no other", async () => {
  await undone(async (transaction) => {
    for (const [statement] of changes) await transaction.unsafe(statement);
    const found = compareCatalogues(migrated, await readCatalogue(transaction));
    const expected = changes.flatMap(([, ...noticed]) => noticed);
    expect(found.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });
});

describe("the draft of a migration", () => {
  const change = `
    create table public.visits (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity,
      offer_id uuid not null references public.offers (id) on delete cascade,
      kept_on date not null check (kept_on > date '2026-01-01')
    );
    comment on table public.visits is 'Somebody''s visits.';
    create index visits_by_offer on public.visits (offer_id);
    alter table public.visits enable row level security;
    grant select (id, kept_on), insert on public.visits to authenticated;
    create policy "Staff read visits" on public.visits for select to authenticated
      using ((select private.is_active_staff()));
    create function private.note_visit() returns trigger language plpgsql set search_path = ''
      as $$ begin return new; end $$;
    create trigger note_visit before insert on public.visits
      for each row execute function private.note_visit();
    create function private.visits_on(day date) returns bigint language sql stable
      return (select count(*) from public.visits where kept_on = day);
    create function private.has_visits(day date) returns boolean language sql stable
      return private.visits_on(day) > 0;
    alter table public.offers add column visited boolean not null default false;
    alter table public.offers drop constraint offers_fee_check,
      add constraint offers_fee_check check (fee >= 1);
    drop index public.offers_by_end;
    create index offers_by_end on public.offers (valid_until, id);
    alter policy "Contract holders read their own letter" on public.letters using (false);
    drop trigger refuse_minors on public.simulations;
    create or replace function private.undo_period() returns interval
      language sql stable security definer set search_path = '' as 'select interval ''1 minute''';
    revoke execute on function private.undo_period from authenticated;
    comment on column public.staff.full_name is null;
    insert into private.limits values ('visit-by-address', 5, '1 hour');`;

  test("creates new objects and replaces those without data", async () => {
    const [present, wanted] = [await cluster.database("present"), await cluster.database("wanted")];
    for (const one of [present, wanted]) await applyMigrations(one.sql, migrationsFolder);
    await wanted.sql.unsafe(change);
    const goal = await readCatalogue(wanted.sql);
    const draft = draftMigration(compareCatalogues(migrated, goal));
    expect(draft).not.toMatch(/^--/m);
    await present.sql.unsafe(draft);
    expect(compareCatalogues(await readCatalogue(present.sql), goal)).toEqual([]);
  });

  test("leaves statements that may lose data to a person", async () => {
    await undone(async (transaction) => {
      await transaction.unsafe(`
        drop function public.purge_expired();
        drop table public.partnership_notes;
        alter table public.offers drop column reminded_at;
        alter table public.staff alter full_name set not null;
        update private.limits set most = 31 where action = 'simulation-by-address'`);
      const draft = draftMigration(
        compareCatalogues(migrated, await readCatalogue(transaction)),
      ).replace("set check_function_bodies = off;", "");
      expect(draft).toMatch(
        /^-- Gone \(function public\.purge_expired\(\)\)\. The former release/m,
      );
      // The draft contains no statement that revokes, comments, alters or drops an object.
      expect(draft).not.toMatch(/^(?:revoke|comment|alter|drop) /m);
      expect(draft).toMatch(/^-- Gone \(column public\.offers\.reminded_at\)/m);
      expect(draft).toMatch(/^-- By hand \(column public\.staff\.full_name\)/m);
      expect(draft).toMatch(/^-- By hand \(row private\.limits simulation-by-address\)/m);
    });
  });
});
