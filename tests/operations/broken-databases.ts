import postgres from "postgres";
import type { Broken } from "./broken-setups.ts";
import type { LiveStack } from "./live-stack.ts";

/** Faults of the database and of its scheduler. Each fault lists the failing lines that the doctor must print. */
export const brokenDatabases: readonly Broken[] = [
  {
    what: "a missing migration of the database and an unknown one",
    async breakIt({ sql }) {
      const versions = sql`supabase_migrations.schema_migrations`;
      await sql`update ${versions} set version = '20991231000000' where version = '20261124000000'`;
      return () =>
        sql`update ${versions} set version = '20261124000000' where version = '20991231000000'`.execute();
    },
    failing: [/^✗ Migrações do banco: falta 20261124000000_baseline.*20991231000000/],
  },
  {
    what: "a table that visitors may read",
    async breakIt({ sql }) {
      await sql`grant select (full_name) on public.simulations to anon`;
      return () => sql`revoke select (full_name) on public.simulations from anon`.execute();
    },
    failing: [/^✗ Permissões do banco: visitantes alcançam simulations/],
  },
  {
    what: "accounts with grants on tables, visitors with grants on functions, and an audit trail and payments that can be changed",
    async breakIt({ sql }) {
      const change = (give: string, to: string) =>
        sql.unsafe(`
          ${give} select (full_name), update (status) on public.simulations ${to} authenticated;
          ${give} execute on function public.staff_counts ${to} anon;
          ${give} update (note) on public.movements ${to} service_role;
          ${give} delete on public.audit_trail ${to} service_role`);
      await change("grant", "to");
      return () => change("revoke", "from");
    },
    failing: [
      /^✗ Permissões do banco: contas escrevem em simulations; contas leem simulations; visitantes chamam staff_counts; a trilha de auditoria pode ser mudada por service_role; os pagamentos podem ser mudados por service_role$/,
    ],
  },
  {
    what: "a table without row-level security, and a public bucket",
    async breakIt({ sql }) {
      await sql`alter table public.contracts disable row level security`;
      await sql`update storage.buckets set public = true where id = 'offer-documents'`;
      return async () => {
        await sql`alter table public.contracts enable row level security`;
        await sql`update storage.buckets set public = false`;
      };
    },
    failing: [/^✗ Permissões do banco: .*linha em contracts; é público o depósito offer-documents/],
  },
  {
    what: "a data API that does not pass request details to the database",
    async breakIt({ sql }) {
      const setting = "pgrst.db_pre_request";
      await sql.unsafe(`alter role authenticator reset ${setting}`);
      return () =>
        sql.unsafe(`alter role authenticator set ${setting} = 'requests.name_transaction'`);
    },
    failing: [/^✗ Chamadas no log do banco: sem número: .*alter role authenticator/],
  },
  {
    what: "a database that refuses the password",
    changes: { SUPABASE_DB_URL: "postgresql://postgres:errada-mesmo@127.0.0.1:1/postgres" },
    failing: [
      /^✗ Migrações do banco: /,
      /^✗ Permissões do banco: /,
      /^✗ Chamadas no log do banco: /,
      /^✗ Agendamento: /,
      /^✗ Espaço e conexões: /,
      /^✗ Cópia de segurança: /,
      /^✗ Equipe e segundo fator: /,
      /^✗ Balancete: /,
    ],
  },
  {
    what: "mail that waits while the schedule does not run",
    async breakIt({ sql }) {
      await sql`
        insert into public.outgoing_mail (template, recipient, idempotency_key, next_attempt_at)
        values ('staff-released', 'a@b.co', 'late', now() - interval '1 hour')`;
      return () => sql`delete from public.outgoing_mail where idempotency_key = 'late'`.execute();
    },
    failing: [/^✗ Agendamento: 1 e-mails vencidos/],
  },
  {
    what: "a schedule without its secrets that failed an hour ago",
    breakIt: ({ sql }) => imitateSchedule(sql, "1 hour", "failed", 401),
    failing: [
      /^✗ Agendamento: call-workers nunca terminou bem, e falha; run-schedule nunca .*purge-expired nunca .*remove-files nunca .*teve 401; falta project_url no vault; falta deliver_mail_key no vault$/,
    ],
  },
  {
    what: "a job that does not run, a disabled job and a missing job",
    async breakIt({ sql }) {
      const remove = await imitateSchedule(sql, "1 minute", "succeeded", 200);
      await sql`insert into vault.secrets values ('project_url'), ('deliver_mail_key')`;
      await sql`update cron.job_run_details set start_time = now() - interval '3 hours' where jobid = 3`;
      await sql`update cron.job set active = false where jobid = 2`;
      await sql`delete from cron.job where jobid = 4`;
      return remove;
    },
    failing: [
      /^✗ Agendamento: run-schedule está desligada, como fica depois de restaurar .*; purge-expired não termina bem há 3 horas; falta a tarefa remove-files/,
    ],
  },
  {
    what: "a database without pg_cron or a scheduler in its place",
    async breakIt({ sql }) {
      await sql`update private.last_runs set ran_at = now() - interval '2 days' where name <> 'backup'`;
      return () => sql`update private.last_runs set ran_at = now()`.execute();
    },
    failing: [
      /^✗ Agendamento: sem pg_cron, e run-schedule parou há 48 horas; sem pg_cron, e purge-expired/,
    ],
  },
  {
    what: "a database with hardly a free connection",
    async breakIt({ sql, supabase }) {
      const [row] = await sql`select current_setting('max_connections')::integer as most`;
      const others = postgres(supabase.databaseUrl, {
        max: Math.ceil(Number(row?.["most"]) * 0.7),
      });
      await Promise.all(
        Array.from({ length: others.options.max }, () => others`select pg_sleep(0.5)`),
      );
      return () => others.end();
    },
    failing: [/^✗ Espaço e conexões: \d+ de \d+ conexões em uso$/],
  },
  {
    what: "a last backup of the day before yesterday",
    async breakIt({ sql }) {
      await sql`update private.last_runs set ran_at = now() - interval '2 days' where name = 'backup'`;
      return () => sql`update private.last_runs set ran_at = now() where name = 'backup'`.execute();
    },
    failing: [/^✗ Cópia de segurança: a última é de 48 horas/],
  },
  {
    what: "a missing backup",
    async breakIt({ sql }) {
      await sql`delete from private.last_runs where name = 'backup'`;
      return () => sql`select private.note_run('backup')`.execute();
    },
    failing: [/^✗ Cópia de segurança: nenhuma até agora/],
  },
  {
    what: "staff accounts of any mail domain",
    async breakIt({ sql }) {
      await sql`update private.staff_settings set allowed_domains = '{}'`;
      return () =>
        sql`update private.staff_settings set allowed_domains = '{payser.com.br}'`.execute();
    },
    failing: [/^✗ Equipe e segundo fator: conta de qualquer domínio/],
  },
  {
    what: "accounts without a second factor, which is not required",
    async breakIt({ sql }) {
      await sql`update private.staff_settings set require_second_factor = false`;
      return () => sql`update private.staff_settings set require_second_factor = true`.execute();
    },
    failing: [/^✗ Equipe e segundo fator: \d de \d contas ativas não têm o segundo fator/],
  },
  {
    what: "a team without a member who can release accounts",
    async breakIt({ sql }) {
      // The trigger would keep the right of the last member who has it.
      await sql`alter table public.staff_rights disable trigger user`;
      const lost =
        await sql`delete from public.staff_rights where name = 'team' returning user_id, name`;
      await sql`alter table public.staff_rights enable trigger user`;
      return () => sql`insert into public.staff_rights ${sql(lost)}`.execute();
    },
    failing: [/^✗ Equipe e segundo fator: ninguém pode liberar/],
  },
  {
    what: "the trigger that keeps payments, turned off",
    async breakIt({ sql }) {
      const turn = (how: string) =>
        sql.unsafe(`alter table public.movements ${how} trigger refuse_change`);
      await turn("disable");
      return () => turn("enable");
    },
    failing: [/^✗ Permissões do banco: estão desligados os gatilhos refuse_change$/],
  },
  {
    what: "an allocation that was forged while its trigger was off",
    async breakIt({ sql }) {
      const turn = (how: string) =>
        `alter table public.allocations ${how} trigger spend_allocation; alter table public.allocations ${how} trigger refuse_change`;
      await sql.unsafe(`
        ${turn("disable")};
        insert into public.allocations (movement_id, charge_id, amount, booked_by)
        select movement_id, charge_id, 1, '00000000-0000-4000-8000-000000000000'
        from public.allocations where amount > 0 order by id limit 1;
        ${turn("enable")}`);
      return () =>
        sql.unsafe(`
          ${turn("disable")};
          delete from public.allocations where booked_by = '00000000-0000-4000-8000-000000000000';
          ${turn("enable")}`);
    },
    failing: [/^✗ Balancete: os pagamentos de 1 contrato não fecham: private\.trial_balance/],
  },
];

/**
 * Creates the tables of pg_cron, pg_net and vault that the doctor reads in a hosted project. `since` is the time since
 * the last run of each job, `status` is the result of the jobs, and `answer` is the status of the last HTTP call.
 */
export async function imitateSchedule(
  sql: LiveStack["sql"],
  since: string,
  status: string,
  answer: number,
): Promise<() => Promise<unknown>> {
  await sql.unsafe(`
    create schema cron; create schema net; create schema vault;
    create table cron.job (jobid bigint, jobname text, active boolean);
    create table cron.job_run_details (jobid bigint, status text, start_time timestamptz);
    create table net._http_response (status_code integer, timed_out boolean, created timestamptz);
    create table vault.secrets (name text);
    insert into cron.job values
      (1, 'call-workers', true), (2, 'run-schedule', true), (3, 'purge-expired', true),
      (4, 'remove-files', true);
    insert into cron.job_run_details
      select jobid, '${status}', now() - interval '${since}' from cron.job;
    insert into net._http_response values (${answer}, false, now());
  `);
  return () => sql.unsafe("drop schema cron, net, vault cascade");
}
