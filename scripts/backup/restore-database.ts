import postgres, { type Sql, type TransactionSql } from "postgres";
import { ToolError } from "../run-command.ts";
import { withDatabase } from "../with-database.ts";
import { beginCopying, copyIn, listTables, LOCK_SECONDS, piecesOf, sumOf } from "./copy-tables.ts";
import { type Manifest, type Summary, type Table, tableName } from "./manifest.ts";

/** What would have gone out by itself and does not, unless the restore was told to let it. */
export interface Held {
  mails: number;
  documents: number;
  /** Names of the schedule's jobs that are switched off; null in a project without pg_cron. */
  jobs: string[] | null;
}

/** Nobody can say whether the rows are those of before or those of the archive. */
export class UnknownOutcome extends ToolError {}

const CANNOT_WAIT = "55P03";
const parkedBecause =
  "Estacionado por uma restauração: estava na fila quando o backup foi feito. Confira se já não saiu.";

/**
 * Replaces all rows by those of an archive, in one transaction. Triggers and foreign keys rest
 * meanwhile: the rows are whole as they are, and nobody gets a mail about them. What was queued is
 * parked and the schedule switched off in the same transaction, or a mail of then would go out in
 * the moment it ends.
 * @throws ToolError when a table then reads differently from when it was saved, or somebody holds
 * one, and what the database says: nothing has changed then; UnknownOutcome when it says no more
 */
export async function restoreDatabase(
  databaseUrl: string,
  { manifest, summary }: { manifest: Manifest; summary: Summary },
  piecesUnder: (folder: string) => AsyncIterable<Uint8Array>,
  { keepMail }: { keepMail: boolean },
): Promise<Held> {
  let transactionId = "";
  let held: Held = { mails: 0, documents: 0, jobs: [] };
  const replaceRows = async (transaction: TransactionSql) => {
    const [begun] = await transaction`select pg_current_xact_id()::text as id`;
    transactionId = String(begun?.["id"]);
    await beginCopying(transaction);
    await empty(transaction);
    for (const table of manifest.tables) {
      await copyIn(transaction, table, piecesUnder(piecesOf(table)));
      const { rows, sha256 } = await sumOf(transaction, table);
      const saved = summary.tables[tableName(table)];
      if (saved?.rows !== rows || saved.sha256 !== sha256) {
        throw new ToolError(`a tabela ${tableName(table)} ficou diferente do backup.`);
      }
    }
    for (const { name, value, isCalled } of manifest.sequences) {
      await transaction`select setval(${name}::regclass, ${value}::bigint, ${isCalled})`;
    }
    if (!keepMail) held = await holdMail(transaction);
  };
  try {
    await withDatabase(databaseUrl, (sql) => sql.begin(replaceRows));
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === CANNOT_WAIT) {
      const found = await withDatabase(databaseUrl, (sql) => whoIsInTheWay(sql, manifest));
      throw new ToolError(found, { cause: error });
    }
    if (!(await isCommitted(databaseUrl, transactionId))) throw error;
  }
  return held;
}

async function empty(sql: TransactionSql): Promise<void> {
  const ours = (await listTables(sql)).filter(({ schema }) => schema !== "auth");
  // As a statement: hosted projects let their owner do this, and not by set_config.
  await sql`set local session_replication_role = replica`;
  await sql.unsafe(`truncate ${ours.map(quoted).join(", ")}`);
  // The auth server's other tables lose what belongs to the accounts by their foreign keys.
  await sql`set local session_replication_role = origin`;
  await sql`delete from auth.users where true`;
  await sql`set local session_replication_role = replica`;
}

function quoted({ schema, name }: Table): string {
  return `"${schema}"."${name}"`;
}

async function holdMail(sql: TransactionSql): Promise<Held> {
  const { count: mails } = await sql`
    update public.outgoing_mail
    set status = 'parked', leased_until = null, last_error = ${parkedBecause}
    where status in ('queued', 'sending')`;
  const { count: documents } = await sql`
    update public.document_jobs
    set status = 'parked', leased_until = null, last_error = ${parkedBecause}
    where status in ('queued', 'working')`;
  const [there] = await sql`select to_regclass('cron.job') is not null as cron`;
  if (!there?.["cron"]) return { mails, documents, jobs: null };
  const jobs = await sql`
    select jobname, cron.alter_job(job_id => jobid, active => false)
    from cron.job where active order by jobname`;
  return { mails, documents, jobs: jobs.map((job) => String(job["jobname"])) };
}

/** By process and since when, and not by what they ask: that may be somebody's data. */
async function whoIsInTheWay(sql: Sql, { tables }: Manifest): Promise<string> {
  const names = tables.map(quoted);
  const holders = await sql`
    select holder.pid, holder.usename, holder.application_name, holder.state,
      greatest(0, extract(epoch from clock_timestamp() - holder.xact_start))::integer as seconds,
      string_agg(distinct held.relation::regclass::text, ', ') as tables
    from pg_locks as held join pg_stat_activity as holder using (pid)
    where held.granted and held.pid <> pg_backend_pid()
      and held.relation = any (select to_regclass(name) from unnest(${names}::text[]) as name)
      and held.database = (select oid from pg_database where datname = current_database())
    group by holder.pid, holder.usename, holder.application_name, holder.state, holder.xact_start`;
  const waited = `o banco não cedeu as tabelas em ${LOCK_SECONDS} s. `;
  if (holders.length === 0) return `${waited}Quem as segurava já terminou: repita.`;
  const found = holders.map(
    ({ pid, usename, application_name: program, state, seconds, tables: held }) =>
      `o processo ${pid} (${[usename, program, state].filter(Boolean).join(", ")}) segura ` +
      `${held} há ${seconds} s`,
  );
  const pids = holders.map(({ pid }) => `select pg_terminate_backend(${pid});`);
  return `${waited}Quem segura: ${found.join("; ")}. Espere que termine ou encerre: ${pids.join(" ")}`;
}

/** A connection that is lost while it ends a transaction does not say how that ended. */
async function isCommitted(databaseUrl: string, transactionId: string): Promise<boolean> {
  if (transactionId === "") return false;
  const ask = async (sql: Sql) => {
    // Until the database, too, has noticed that nobody listens.
    for (const until = Date.now() + 30_000; Date.now() < until;) {
      // oxlint-disable-next-line no-await-in-loop
      const [row] = await sql`
        select pg_xact_status(${transactionId}::xid8) as status, pg_sleep(0.2)`;
      if (row?.["status"] !== "in progress") return row?.["status"] === "committed";
    }
    throw new Error("in progress");
  };
  return withDatabase(databaseUrl, ask).catch((cause: unknown) => {
    throw new UnknownOutcome("a conexão caiu e o banco não diz o que fez: não se sabe se gravou.", {
      cause,
    });
  });
}
