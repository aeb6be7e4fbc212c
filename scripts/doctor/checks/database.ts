import { readdir } from "node:fs/promises";
import type { Sql } from "postgres";
import type { ProductParts } from "../../stack/product-parts.ts";
import { withDatabase } from "../../with-database.ts";
import { failed, judge, ok, skipped, type Check, type Finding, check } from "../check.ts";

/** Makes a check that opens its own connection to the database. */
function checkOf(
  title: string,
  ask: (sql: Sql, settings: ProductParts, signal: AbortSignal) => Promise<Finding>,
): Check {
  return check(title, async (settings, { signal }) => {
    if (!settings.databaseUrl) return skipped("sem SUPABASE_DB_URL");
    return withDatabase(settings.databaseUrl, (sql) => ask(sql, settings, signal), {
      connect_timeout: 10,
      connection: { default_transaction_read_only: true },
    });
  });
}

const folder = new URL("../../../supabase/migrations/", import.meta.url);

const migrations = checkOf("Migrações do banco", async (sql) => {
  const ours = (await readdir(folder)).filter((file) => file.endsWith(".sql"));
  const versions = new Set(ours.map((file) => file.slice(0, 14)));
  const rows = await sql`select version from supabase_migrations.schema_migrations`;
  const applied = new Set(rows.map((row) => String(row["version"])));
  return judge(
    [
      ...ours
        .filter((file) => !applied.has(file.slice(0, 14)))
        .map((file) => `falta ${file} (supabase db push)`),
      ...[...applied]
        .filter((version) => !versions.has(version))
        .map((version) => `${version} está no banco, e não nesta versão do código`),
    ],
    `${ours.length} aplicadas`,
  );
});

/** Tables that signed-in users may read. Row-level security limits the rows. */
const readable = "'contract_documents', 'contracts', 'lease_addresses', 'letters', 'staff'";

/** SQL queries that return violations of our access rules, by a Portuguese description of the violation. */
const rules: Record<string, string> = {
  "visitantes alcançam": `
    select relname as subject from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and (has_any_column_privilege('anon', oid, 'select, insert, update')
        or has_table_privilege('anon', oid, 'delete, truncate'))`,
  "contas escrevem em": `
    select relname as subject from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and (has_any_column_privilege('authenticated', oid, 'insert, update')
        or has_table_privilege('authenticated', oid, 'delete, truncate'))`,
  "contas leem": `
    select relname as subject from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and has_any_column_privilege('authenticated', oid, 'select')
      and relname not in (${readable})`,
  "falta a segurança por linha em": `
    select oid::regclass::text as subject from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not relrowsecurity
      and (relnamespace = 'public'::regnamespace
        or has_any_column_privilege('authenticated', oid, 'select'))`,
  "visitantes chamam": `
    select proname as subject from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_schema_privilege('anon', pronamespace, 'usage')
      and has_function_privilege('anon', oid, 'execute')`,
  "a trilha de auditoria pode ser mudada por": `
    select role as subject from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_table_privilege(role, 'public.audit_trail', 'update, delete, truncate')`,
  "os pagamentos podem ser mudados por": `
    select distinct role as subject
    from unnest(array['anon', 'authenticated', 'service_role']) as role,
      unnest(array['public.movements', 'public.allocations']) as ledger
    where has_any_column_privilege(role, ledger, 'update')
      or has_table_privilege(role, ledger, 'delete, truncate')`,
  "estão desligados os gatilhos": `
    select tgname as subject from pg_trigger
    where not tgisinternal and tgenabled = 'D' and tgrelid in (
      select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    ) order by tgname`,
  "é público o depósito": `
    select id as subject from storage.buckets where public`,
};

const grants = checkOf("Permissões do banco", async (sql) => {
  const faults = await Promise.all(
    Object.entries(rules).map(async ([words, query]) => {
      const subjects = (await sql.unsafe(query)).map((row) => String(row["subject"]));
      return subjects.length > 0 && `${words} ${subjects.join(", ")}`;
    }),
  );
  return judge(faults, `${faults.length} regras conferidas`);
});

/** PostgREST setting with the function to call before each request (supabase/schemas/00_schemas_grants.sql). */
const PRE_REQUEST = "pgrst.db_pre_request=requests.name_transaction";

/** Checks the setting that writes the id of an HTTP request into each line of the database log. */
const log = checkOf("Chamadas no log do banco", async (sql) => {
  const [row] = await sql`
    select ${PRE_REQUEST} = any (rolconfig) as is_set from pg_roles where rolname = 'authenticator'`;
  return row?.["is_set"]
    ? ok("pelo número de cada uma")
    : failed(
        "sem número: rode no editor de SQL alter role authenticator set pgrst.db_pre_request = " +
          "'requests.name_transaction'; notify pgrst, 'reload config'",
      );
});

/** Scheduled jobs of pg_cron, with the maximum number of minutes since the last successful run. */
const jobs: Record<string, number> = {
  "call-workers": 5,
  "run-schedule": 5,
  "purge-expired": 60,
  "remove-files": 26 * 60,
};
/** Jobs of the external scheduler in projects without pg_cron, with the maximum minutes since the last recorded run. */
const works: Record<string, number> = { "run-schedule": 5, "purge-expired": 26 * 60 };
const LONGEST_MAIL_MINUTES = 5;
const secrets = ["project_url", "deliver_mail_key"];

const schedule = checkOf("Agendamento", async (sql, { supabase }) => {
  const late = await lateMails(sql);
  if (late > 0)
    return failed(`${late} e-mails vencidos há mais de ${LONGEST_MAIL_MINUTES} minutos`);
  const [there] = await sql`select to_regclass('cron.job_run_details') is not null as cron`;
  if (there?.["cron"]) {
    return judge(
      [...(await jobFaults(sql)), ...(await answerFaults(sql)), ...(await secretFaults(sql))],
      "pg_cron vivo, fila em dia",
    );
  }
  // A project hosted by Supabase must use pg_cron, because no external scheduler starts the jobs there.
  if (supabase && new URL(supabase.url).hostname.endsWith(".supabase.co")) {
    return failed("o projeto não tem pg_cron: ative pg_cron e pg_net, depois supabase db push");
  }
  return judge(await workFaults(sql), "sem pg_cron; quem chama em seu lugar está em dia");
});

async function lateMails(sql: Sql): Promise<number> {
  const [row] = await sql`
    select count(*)::integer as late from public.outgoing_mail
    where status = 'queued'
      and next_attempt_at < now() - make_interval(mins => ${LONGEST_MAIL_MINUTES})`;
  return Number(row?.["late"]);
}

/** Checks each job by its last successful run, because a job that always fails still has recent runs. */
async function jobFaults(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select job.jobname, job.active,
      extract(epoch from now() - max(run.start_time) filter (where run.status = 'succeeded')) / 60 as age,
      (array_agg(run.status order by run.start_time desc))[1] as last
    from cron.job left join cron.job_run_details as run
      on run.jobid = job.jobid and run.status in ('succeeded', 'failed')
    group by job.jobname, job.active`;
  return Object.entries(jobs).flatMap(([name, minutes]) => {
    const job = rows.find((row) => row["jobname"] === name);
    if (!job) return [`falta a tarefa ${name} (supabase db push)`];
    if (!job["active"])
      return [`${name} está desligada, como fica depois de restaurar (cron.alter_job liga)`];
    const ends = job["last"] === "failed" ? ", e falha" : "";
    if (job["age"] === null) return [`${name} nunca terminou bem${ends}`];
    return Number(job["age"]) > minutes
      ? [`${name} não termina bem há ${inWords(Number(job["age"]))}${ends}`]
      : [];
  });
}

async function workFaults(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select name, extract(epoch from now() - ran_at) / 60 as age from private.last_runs`;
  return Object.entries(works).flatMap(([name, minutes]) => {
    const age = rows.find((row) => row["name"] === name)?.["age"];
    if (age === undefined) return [`sem pg_cron, e ninguém chamou ${name}`];
    return Number(age) > minutes ? [`sem pg_cron, e ${name} parou há ${inWords(Number(age))}`] : [];
  });
}

function inWords(minutes: number): string {
  const rounded = Math.round(minutes);
  return rounded < 120 ? `${rounded} minutos` : `${Math.round(rounded / 60)} horas`;
}

/**
 * Returns a fault when the last HTTP request of a scheduled job failed. pg_cron records only that the request was
 * queued.
 */
async function answerFaults(sql: Sql): Promise<string[]> {
  const [last] = await sql`
    select status_code, timed_out from net._http_response order by created desc limit 1`;
  if (!last || last["status_code"] === 200) return [];
  return [`a última chamada do agendamento teve ${last["status_code"] ?? "nenhuma resposta"}`];
}

async function secretFaults(sql: Sql): Promise<string[]> {
  const rows = await sql`select name from vault.secrets where name in ${sql(secrets)}`;
  const found = rows.map((row) => String(row["name"]));
  return secrets.filter((name) => !found.includes(name)).map((name) => `falta ${name} no vault`);
}

/**
 * Maximum share of the disk or of the connections in use. The check fails early, so that operators have time to react.
 */
const FULLEST_SHARE = 0.7;

/** Checks the connections in use, and the used share of the disk, which is known only for hosted projects. */
const room = checkOf("Espaço e conexões", async (sql, { supabase }, signal) => {
  const [row] = await sql`
    select pg_database_size(current_database()) as bytes,
      (select sum(numbackends) from pg_stat_database) as connections,
      current_setting('max_connections')::integer as most`;
  const [connections, most] = [Number(row?.["connections"]), Number(row?.["most"])];
  const disk = supabase && (await readDisk(supabase, signal));
  const megabytes = Math.ceil(Number(row?.["bytes"]) / 1024 ** 2);
  const used = disk
    ? `${Math.round(disk.share * 100)} % do disco`
    : "este servidor não conta o disco";
  return judge(
    [
      connections > most * FULLEST_SHARE && `${connections} de ${most} conexões em uso`,
      disk && disk.share > FULLEST_SHARE && `${used} em uso: um plano maior`,
    ],
    `banco de ${megabytes} MB, ${used}, ${connections} de ${most} conexões`,
  );
});

/** Reads the used share of a hosted project's disk (Prometheus endpoint); undefined for other projects. */
async function readDisk(
  { url, secretKey }: NonNullable<ProductParts["supabase"]>,
  signal: AbortSignal,
): Promise<{ share: number } | undefined> {
  if (!secretKey) return undefined;
  const credentials = Buffer.from(`service_role:${secretKey}`).toString("base64");
  const answer = await fetch(new URL("/customer/v1/privileged/metrics", url), {
    headers: { authorization: `Basic ${credentials}` },
    signal,
  });
  if (!answer.ok) return undefined;
  const text = await answer.text();
  const figure = (name: string) =>
    Number(new RegExp(`^${name}\\{[^}]*mountpoint="/data"[^}]*\\} (\\S+)`, "m").exec(text)?.[1]);
  const share = 1 - figure("node_filesystem_avail_bytes") / figure("node_filesystem_size_bytes");
  return Number.isNaN(share) ? undefined : { share };
}

/** Maximum number of hours since the last backup: one day, plus two hours in which the backup runs. */
const LONGEST_BACKUP_HOURS = 26;

/** Checks the time since the last backup, which `npm run backup` records in the database. */
const backup = checkOf("Cópia de segurança", async (sql, settings) => {
  const [row] = await sql`
    select extract(epoch from now() - ran_at) / 3600 as age from private.last_runs
    where name = 'backup'`;
  if (!row) {
    return settings.isLocal
      ? skipped("nenhuma desta máquina")
      : failed("nenhuma até agora: npm run backup -- <pasta>, toda noite");
  }
  const hours = Math.round(Number(row["age"]));
  return hours > LONGEST_BACKUP_HOURS
    ? failed(`a última é de ${hours} horas atrás: veja o que npm run backup diz`)
    : ok(`a última é de ${hours} horas atrás`);
});

/** Checks staff accounts and second factors. The result contains no names, because the staff area shows the names. */
const staff = checkOf("Equipe e segundo fator", async (sql, settings) => {
  const [row] = await sql`
    select count(*)::integer as active,
      count(*) filter (where private.holds_right(user_id, 'team'))::integer as releasing,
      count(*) filter (where not exists (
        select from auth.mfa_factors as factor
        where factor.user_id = staff.user_id and factor.status = 'verified'
      ))::integer as without,
      (select require_second_factor from private.staff_settings) as required,
      (select cardinality(allowed_domains) from private.staff_settings) as domains
    from public.staff where status = 'active'`;
  const [active, without] = [Number(row?.["active"]), Number(row?.["without"])];
  const [releasing, isRequired] = [Number(row?.["releasing"]), row?.["required"] === true];
  return judge(
    [
      releasing === 0 && "ninguém pode liberar contas (npm run staff:release -- <e-mail>)",
      releasing > 0 &&
        !isRequired &&
        without > 0 &&
        `${without} de ${active} contas ativas não têm o segundo fator, e ele não é exigido`,
      !settings.isLocal &&
        row?.["domains"] === 0 &&
        "conta de qualquer domínio pode ser liberada: private.staff_settings.allowed_domains",
    ],
    isRequired
      ? `exigido de todos; ${without} de ${active} ainda vão ativá-lo`
      : `${active} de ${active} contas o têm`,
  );
});

/** Checks the trial balance of the payments. The result names no contract, because contract numbers are secret. */
const ledger = checkOf("Balancete", async (sql) => {
  const [row] = await sql`select private.unbalanced_contracts()::integer as count`;
  const count = Number(row?.["count"]);
  return judge(
    [
      count > 0 &&
        `os pagamentos de ${count} ${count === 1 ? "contrato não fecham" : "contratos não fecham"}: ` +
          "private.trial_balance diz quais, e as linhas mudadas à mão são a causa",
    ],
    "os pagamentos de todos os contratos fecham",
  );
});

export const databaseChecks: readonly Check[] = [
  migrations,
  grants,
  log,
  schedule,
  room,
  backup,
  staff,
  ledger,
];
