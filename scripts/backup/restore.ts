import type { SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { extract } from "tar-stream";
import { z } from "zod";
import { createContentClient } from "../../studio/local/content-client.ts";
import { withTemporaryFolder } from "../../studio/local/content-files.ts";
import { ToolError, inPortuguese } from "../run-command.ts";
import { withDatabase } from "../with-database.ts";
import {
  type Manifest,
  type StoredFile,
  type Summary,
  type Table,
  checkArchive,
  readArchive,
  tableName,
} from "./archive.ts";
import { LOCK_SECONDS, beginCopying, copyIn, listTables, piecesOf, sumOf } from "./copy-tables.ts";
import type { ProductCopy } from "./product-copy.ts";
import { listFiles, removeFiles, uploadFile } from "./stored-files.ts";

/** GROQ query for all documents except Sanity's own documents. */
const ALL_CONTENT = '*[!(_id in path("_.**")) && !(_type match "system.*")]';

interface Restore {
  file: string;
  identity: string;
  /** Whether the restore may remove existing data. */
  replace: boolean;
  /** Whether queued mail is sent and scheduled jobs stay on. A project that goes live needs both. */
  keepMail: boolean;
}

/** Portuguese descriptions of the parts that a restore has not changed, for error messages. */
const untouched = { rows: "como estava", files: "como estavam", content: "como estava" };

/**
 * Restores a project from an archive. The whole archive is checked before any change. The rows are written in one
 * transaction, which is rolled back unless they equal the saved rows. The archive's files and documents replace
 * existing ones. Finally, all other files and documents are removed. A second run completes an interrupted restore.
 * @returns the restored contents, and the queued work that was stopped @throws ToolError when the project has data and
 * `replace` is false, when the project has other migrations or a scheduled release, or when a step fails. The message
 * describes the state of each part.
 */
export async function restore(
  copy: ProductCopy,
  { file, identity, replace, keepMail }: Restore,
): Promise<{ manifest: Manifest; summary: Summary; held: Held }> {
  const archive = await checkArchive(file, identity);
  const content = createContentClient(copy.content);
  const piecesUnder = (folder: string) => bytesUnder(file, identity, folder);
  const state = { ...untouched };
  const step = async <Result>(name: string, work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof UnknownOutcome) state.rows = "não se sabe se como estava";
      throw new ToolError(`${name}: ${inPortuguese(cause)}\n${describeState(state)}`, { cause });
    }
  };
  const before = await step("O projeto não pôde ser examinado", () =>
    withDatabase(copy.databaseUrl, async (sql) => {
      await requireSameMigrations(sql, archive.manifest);
      const documents = await content.fetch<number>(`count(${ALL_CONTENT})`);
      if (!replace) await requireEmpty(sql, documents);
      await requireNothingScheduled(content);
      return { files: await listFiles(sql), kept: await contentIds(piecesUnder("content/")) };
    }),
  );
  const held = await step("As linhas do banco não foram restauradas", () =>
    restoreDatabase(copy.databaseUrl, archive, piecesUnder, { keepMail }),
  );
  state.rows = "como no backup";
  await step("Os arquivos não foram todos restaurados", async () => {
    const surplus = new Map(before.files.map((stored) => [placeOf(stored), stored]));
    await withDatabase(copy.databaseUrl, async (sql) => {
      for await (const stored of writeFiles(copy, sql, archive, readArchive(file, identity))) {
        surplus.delete(placeOf(stored.file));
        state.files = `${stored.written} de ${stored.total} como no backup, nenhum apagado`;
      }
    });
    state.files = "os do backup estão todos; os que ele não tem, talvez em parte apagados";
    await removeFiles(copy.supabase, [...surplus.values()]);
  });
  state.files = "como no backup";
  await step("O conteúdo não foi todo restaurado", async () => {
    state.content = "em parte como no backup, nada apagado";
    const { warnings } = await withTemporaryFolder(() =>
      sanityImport(Readable.from(piecesUnder("content/")), {
        client: content,
        operation: "createOrReplace",
      }),
    );
    if (warnings.length > 0) {
      throw new ToolError(`${warnings.length} imagens ou arquivos do conteúdo não foram gravados.`);
    }
    state.content = "o do backup está todo; o que ele não tem ainda não foi apagado";
    await content.delete({
      query: ALL_CONTENT.replace(/]$/, " && !(_id in $kept)]"),
      params: { kept: before.kept },
    });
  });
  return { ...archive, held };
}

function describeState(state: typeof untouched): string {
  if (JSON.stringify(state) === JSON.stringify(untouched)) return "Nada foi mudado.";
  return (
    `Banco: ${state.rows}. Arquivos: ${state.files}. Conteúdo: ${state.content}. ` +
    "O backup está inteiro: corrija a causa e repita o comando, com --replace."
  );
}

async function* bytesUnder(file: string, identity: string, folder: string) {
  for await (const { name, bytes } of readArchive(file, identity)) {
    if (name.startsWith(folder)) yield bytes;
  }
}

async function requireSameMigrations(sql: Sql, { migrations }: Manifest): Promise<void> {
  const rows = await sql`select version from supabase_migrations.schema_migrations order by 1`;
  const there = rows.map((row) => String(row["version"]));
  const differing = [
    ...migrations.filter((version) => !there.includes(version)),
    ...there.filter((version) => !migrations.includes(version)),
  ];
  if (differing.length === 0) return;
  throw new ToolError(
    `o banco tem outras migrações que o backup (${differing.join(", ")}): ` +
      "use a versão do código de quando ele foi feito e supabase db push.",
  );
}

async function requireEmpty(sql: Sql, documents: number): Promise<void> {
  const [row] = await sql`
    select (select count(*) from auth.users) as contas,
      (select count(*) from public.simulations) as simulações,
      (select count(*) from public.contracts) as contratos,
      (select count(*) from public.partnership_requests) as parcerias,
      (select count(*) from public.contact_messages) as mensagens,
      (select count(*) from storage.objects) as arquivos`;
  const found = Object.entries({ ...row, documentos: documents })
    .filter(([, count]) => String(count) !== "0")
    .map(([name, count]) => `${count} ${name}`);
  if (found.length === 0) return;
  throw new ToolError(
    `não está vazio (${found.join(", ")}); para restaurar por cima e apagar o que o backup não tem: --replace`,
  );
}

/** Throws when a Sanity release is scheduled. The release's documents cannot be removed, so a restore would fail. */
async function requireNothingScheduled(content: SanityClient): Promise<void> {
  const releases = await content.fetch<string[]>(
    '*[_type == "system.release" && state == "scheduled"]{"name": coalesce(metadata.title, name)}.name',
  );
  if (releases.length === 0) return;
  throw new ToolError(
    `o conteúdo tem lançamentos agendados (${releases.join(", ")}): ` +
      "cancele o agendamento no estúdio e restaure de novo.",
  );
}

const placeOf = ({ bucket, name }: StoredFile) => `${bucket}/${name}`;

/** Stores the archive's files. Yields each stored file, the number of stored files so far, and the total number. */
async function* writeFiles(
  copy: ProductCopy,
  sql: Sql,
  { manifest, summary }: { manifest: Manifest; summary: Summary },
  pieces: ReturnType<typeof readArchive>,
) {
  const total = summary.files.filter((sum) => sum !== null).length;
  let written = 0;
  for await (const { name, bytes } of pieces) {
    const file = name.startsWith("files/")
      ? manifest.files[Number(name.slice("files/".length))]
      : undefined;
    if (!file) continue;
    await uploadFile(copy.supabase, file, bytes);
    await sql`
      update storage.objects
      set created_at = ${file.createdAt}::text::timestamptz, owner = ${file.owner}::text::uuid,
        user_metadata = ${file.userMetadata}::text::jsonb
      where bucket_id = ${file.bucket} and name = ${file.name}`;
    written += 1;
    yield { file, written, total };
  }
}

const documentSchema = z.object({ _id: z.string() });

/** Returns the ids of all documents in a content export, and the ids that its images and files get on import. */
async function contentIds(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const ids: string[] = [];
  const entries = extract();
  const read = pipeline(Readable.from(pieces), createGunzip(), entries);
  // The error is ignored here, because the loop below throws the same error.
  read.catch(() => undefined);
  for await (const entry of entries) {
    const { name } = entry.header;
    const [, kind, asset] = /(image|file)s\/([^/]+)$/.exec(name) ?? [];
    if (asset) ids.push(`${kind}-${asset.replace(".", "-")}`);
    if (!name.endsWith(".ndjson")) entry.resume();
    else {
      for await (const line of createInterface({ input: Readable.from(entry) })) {
        if (line !== "") ids.push(documentSchema.parse(JSON.parse(line))._id);
      }
    }
  }
  await read;
  return ids;
}

/** Queued work that a restore stops, so that nothing is sent twice. With `keepMail`, a restore stops nothing. */
export interface Held {
  mails: number;
  documents: number;
  /** Names of the disabled scheduled jobs; null in a project without pg_cron. */
  jobs: string[] | null;
}

/** Error for a connection that was lost during the commit. The database may contain the old or the restored rows. */
class UnknownOutcome extends ToolError {}

const CANNOT_WAIT = "55P03";
const parkedBecause =
  "Estacionado por uma restauração: estava na fila quando o backup foi feito. Confira se já não saiu.";

/**
 * Replaces all rows with the rows of the archive in one transaction. Triggers and foreign keys are off, because the
 * rows are already consistent and must not queue mails. The same transaction stops queued work and disables scheduled
 * jobs, because old mails would otherwise be sent right after the commit. @throws ToolError when a restored table
 * differs from the archive or a table is locked, and the database's errors. All these errors leave the database
 * unchanged. @throws UnknownOutcome when the connection is lost during the commit
 */
async function restoreDatabase(
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
      const found = await withDatabase(databaseUrl, (sql) => describeBlockers(sql, manifest));
      throw new ToolError(found, { cause: error });
    }
    if (!(await isCommitted(databaseUrl, transactionId))) throw error;
  }
  return held;
}

async function empty(sql: TransactionSql): Promise<void> {
  const ours = (await listTables(sql)).filter(({ schema }) => schema !== "auth");
  // A SET statement is used, because the owner of a hosted project may not change this setting with set_config.
  await sql`set local session_replication_role = replica`;
  await sql.unsafe(`truncate ${ours.map(quoted).join(", ")}`);
  // Triggers are on for this deletion, so that foreign keys also delete the accounts' rows in other auth tables.
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

/** Describes the processes that lock tables. SQL statements are left out, because they may contain personal data. */
async function describeBlockers(sql: Sql, { tables }: Manifest): Promise<string> {
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

/** Returns whether a transaction was committed although its connection was lost during the commit. */
async function isCommitted(databaseUrl: string, transactionId: string): Promise<boolean> {
  if (transactionId === "") return false;
  const ask = async (sql: Sql) => {
    // Repeats until the database server has noticed the lost connection.
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
