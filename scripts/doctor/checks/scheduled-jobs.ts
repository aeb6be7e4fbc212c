import type { Sql } from "postgres";
import { askDatabase } from "../ask-database.ts";
import { failed, judge, ok, skipped, type Check } from "../check.ts";

/** The schedule runs twice a minute. */
const LONGEST_SILENCE_MINUTES = 5;
const secrets = ["project_url", "deliver_mail_key"];

/** Whether the clock runs, and whether what it should have done is done. */
export const scheduledJobs: Check = {
  title: "Agendamento",
  async run({ databaseUrl }) {
    if (!databaseUrl) return skipped("sem SUPABASE_DB_URL");
    return askDatabase(databaseUrl, async (sql) => {
      const late = await lateMails(sql);
      if (late > 0)
        return failed(`${late} e-mails vencidos há mais de ${LONGEST_SILENCE_MINUTES} minutos`);
      const [there] = await sql`select to_regclass('cron.job_run_details') is not null as cron`;
      if (!there?.["cron"]) return ok("fila em dia; sem pg_cron, como nesta máquina");
      return judge(
        (
          await Promise.all([pausedJobs, jobFaults, answerFaults, secretFaults].map((f) => f(sql)))
        ).flat(),
        "pg_cron vivo, fila em dia",
      );
    });
  },
};

async function lateMails(sql: Sql): Promise<number> {
  const [row] = await sql`
    select count(*)::integer as late from public.outgoing_mail
    where status = 'queued'
      and next_attempt_at < now() - make_interval(mins => ${LONGEST_SILENCE_MINUTES})`;
  return Number(row?.["late"]);
}

/** A restore switches the schedule off (scripts/backup), and a person on again. */
async function pausedJobs(sql: Sql): Promise<string[]> {
  const rows = await sql`select jobname from cron.job where not active order by jobname`;
  if (rows.length === 0) return [];
  const names = rows.map((row) => String(row["jobname"])).join(", ");
  return [`desligados, como fica depois de restaurar: ${names} (cron.alter_job liga)`];
}

async function jobFaults(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select run.status, run.start_time > now() - make_interval(mins => ${LONGEST_SILENCE_MINUTES}) as is_recent
    from cron.job join cron.job_run_details as run using (jobid)
    where job.jobname = 'deliver-mail' and run.status in ('succeeded', 'failed')
    order by run.start_time desc limit 1`;
  const [last] = rows;
  if (!last) return ["deliver-mail nunca rodou"];
  return [
    ...(last["is_recent"]
      ? []
      : [`deliver-mail parado há mais de ${LONGEST_SILENCE_MINUTES} minutos`]),
    ...(last["status"] === "succeeded" ? [] : ["a última execução de deliver-mail falhou"]),
  ];
}

/** A job succeeds when its request is queued; whether that arrived stands here. */
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
