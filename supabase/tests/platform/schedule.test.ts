import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // Stand-ins for the extensions of a hosted project, with the signatures of pg_cron, pg_net and the vault. The
  // stand-ins record their calls in tables.
  await database.sql.unsafe(`
    create schema cron;
    create table cron.job (name text primary key, runs text, command text);
    create function cron.schedule(job_name text, schedule text, command text) returns bigint
    language sql as $$
      insert into cron.job values ($1, $2, $3)
      on conflict (name) do update set runs = excluded.runs, command = excluded.command
      returning 1::bigint;
    $$;
    create schema vault;
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    insert into vault.decrypted_secrets values
      ('project_url', 'https://ref.supabase.co'), ('deliver_mail_key', 'sb_secret_x');
    create schema net;
    create table net.asked (url text, body jsonb, headers jsonb, timeout_milliseconds integer);
    create function net.http_post(
      url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{"Content-Type": "application/json"}',
      timeout_milliseconds integer default 5000
    ) returns bigint language sql as $$
      insert into net.asked values ($1, $2, $4, $5) returning 1::bigint;
    $$;`);
  const file = new URL("../../schemas/32_schedule_metrics.sql", import.meta.url);
  const [schedules] = /do \$schedule\$[^]*\$schedule\$;/.exec(await readFile(file, "utf8")) ?? [];
  if (!schedules) throw new Error("Nothing is scheduled.");
  await database.sql.unsafe(schedules);
}, 60_000);
afterAll(() => database.close());

/** Runs every scheduled job once; returns the recorded calls of edge functions and deletes the records. */
async function runJobs() {
  const jobs = await database.sql`select name, command from cron.job order by name`;
  expect(jobs.map(({ name }) => name)).toEqual([
    "call-workers",
    "purge-expired",
    "remove-files",
    "run-schedule",
  ]);
  for (const { command } of jobs) await database.sql.unsafe(String(command));
  return database.sql`with called as (delete from net.asked returning *) select * from called order by url`;
}

test("a hosted project without work calls only the nightly removal", async () => {
  const called = await runJobs();
  expect(called.map(({ url }) => url)).toEqual([
    "https://ref.supabase.co/functions/v1/remove-files",
  ]);
});

test("a hosted project calls workers with their key and waits as long as they may take", async () => {
  await database.sql`
    insert into public.outgoing_mail (template, recipient, idempotency_key, next_attempt_at)
    values ('staff-released', 'a@b.co', 'due', now()), ('staff-released', 'a@b.co', 'later', now() + '1 hour')`;
  const owner = await createUser(database.sql, "pf@contratos.payser.invalid");
  await insertContract(database.sql, contractRow(owner));
  await database.sql`insert into public.document_jobs (contract_id) select id from public.contracts`;
  const called = await runJobs();
  expect([...called]).toEqual(
    ["deliver-mail", "issue-documents", "remove-files"].map((worker) => ({
      url: `https://ref.supabase.co/functions/v1/${worker}`,
      body: {},
      headers: { "content-type": "application/json", apikey: "sb_secret_x" },
      timeout_milliseconds: 145_000,
    })),
  );
  // While a worker is sending a mail, the schedule does not call deliver-mail. After leased_until, it does.
  await database.sql`
    update public.outgoing_mail set status = 'sending', leased_until = now() + '1 minute'`;
  await database.sql`update public.document_jobs set status = 'done'`;
  expect(await runJobs()).toHaveLength(1);
  await database.sql`update public.outgoing_mail set leased_until = now() - '1 minute'::interval`;
  expect(await runJobs()).toHaveLength(2);
});

test("a hosted project purges expired rows in batches until none is left", async () => {
  await database.sql`
    insert into public.rate_limits (action, subject, window_started_at)
    select 'mail-by-mailbox', repeat('d', 64), now() - interval '3 days' - n * interval '1 second'
    from generate_series(1, 1500) as n`;
  const [job] = await database.sql`select runs, command from cron.job where name = 'purge-expired'`;
  expect(job?.["runs"]).toBe("* * * * *");
  const left: unknown[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    await database.sql.unsafe(String(job?.["command"]));
    const [row] = await database.sql`select count(*)::integer as n from public.rate_limits`;
    left.push(row?.["n"]);
  }
  expect(left).toEqual([500, 0, 0]);
});
