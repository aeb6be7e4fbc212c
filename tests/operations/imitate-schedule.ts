import type { LiveStack } from "./live-stack.ts";

/** The tables of hosted projects' pg_cron, pg_net and vault, as far as they are asked. */
export async function imitateSchedule(
  sql: LiveStack["sql"],
  since: string,
  status: string,
  answer: number,
): Promise<() => Promise<unknown>> {
  await sql.unsafe(`
    create schema cron; create schema net; create schema vault;
    create table cron.job (jobid bigint, jobname text, active boolean default true);
    create table cron.job_run_details (jobid bigint, status text, start_time timestamptz);
    create table net._http_response (status_code integer, timed_out boolean, created timestamptz);
    create table vault.secrets (name text);
    insert into cron.job (jobid, jobname) values (1, 'deliver-mail');
    insert into cron.job_run_details values (1, '${status}', now() - interval '${since}');
    insert into net._http_response values (${answer}, false, now());
  `);
  return () => sql.unsafe("drop schema cron, net, vault cascade");
}
