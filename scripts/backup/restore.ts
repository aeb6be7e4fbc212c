import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import type { Sql } from "postgres";
import { extract } from "tar-stream";
import { z } from "zod";
import { createContentClient } from "../../studio/local/content-client.ts";
import { inPortuguese, ToolError } from "../run-command.ts";
import { withDatabase } from "../with-database.ts";
import { readArchive } from "./archive.ts";
import { checkArchive } from "./check-archive.ts";
import type { Manifest, StoredFile, Summary } from "./manifest.ts";
import type { ProductCopy } from "./product-copy.ts";
import { type Held, restoreDatabase, UnknownOutcome } from "./restore-database.ts";
import { listFiles, removeFiles, uploadFile } from "./stored-files.ts";

/** All that is not the platform's own. */
const ALL_CONTENT = '*[!(_id in path("_.**")) && !(_type match "system.*")]';

interface Restore {
  file: string;
  identity: string;
  /** Whether what is there may be removed. */
  replace: boolean;
  /** Whether what was queued goes out and the schedule goes on, as where this project goes live. */
  keepMail: boolean;
}

/** How each part is by now, for whoever has to go on from there. */
interface State {
  rows: string;
  files: string;
  content: string;
}

const untouched: State = {
  rows: "como estava",
  files: "como estavam",
  content: "como estava",
};

/**
 * Brings a project to what an archive holds. The archive is read whole before anything changes; the
 * rows come in one transaction, which is undone unless they are the very same as when they were
 * saved. Files and content are written over what is there, and what the archive does not have is
 * removed last of all. Doing it again finishes what broke off.
 * @returns what was restored, and what is held back
 * @throws ToolError when the project holds something and `replace` is false, has other migrations, or content that is
 * locked;
 * when a step fails, with how each part is then
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
      throw new ToolError(`${name}: ${inPortuguese(cause)}\n${howItIs(state)}`, { cause });
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
    const { warnings } = await sanityImport(Readable.from(piecesUnder("content/")), {
      client: content,
      operation: "createOrReplace",
    });
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

function howItIs(state: State): string {
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

/** What a scheduled release holds cannot be removed: half of a restoration would be done by then. */
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

/** Stores each file of the archive, and tells which, and how many there are by then. */
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

/** The ids of all that an export holds: of its documents, and those that its images and files get. */
async function contentIds(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const ids: string[] = [];
  const entries = extract();
  const read = pipeline(Readable.from(pieces), createGunzip(), entries);
  // Told by the loop below, too.
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
