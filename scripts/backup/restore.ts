import { Readable } from "node:stream";
import type { SanityClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import type { Sql } from "postgres";
import { createContentClient } from "../../studio/local/content-client.ts";
import { readArchive } from "./archive.ts";
import { checkArchive } from "./check-archive.ts";
import type { Manifest, Summary } from "./manifest.ts";
import { withDatabase } from "../with-database.ts";
import type { ProductCopy } from "./product-copy.ts";
import { restoreDatabase } from "./restore-database.ts";
import { listFiles, removeFiles, uploadFile } from "./stored-files.ts";

/** All that is not the platform's own. */
const ALL_CONTENT = '*[!(_id in path("_.**")) && !(_type match "system.*")]';

interface Restore {
  file: string;
  identity: string;
  /** Whether what is there may be removed first. */
  replace: boolean;
}

/**
 * Brings a project to what an archive holds. The archive is read whole before anything changes; the
 * rows come in one transaction, which is undone unless they are the very same as when they were
 * saved.
 * @returns what was restored
 * @throws when the project holds something and `replace` is false, has other migrations, or content
 *   that is locked
 */
export async function restore(
  copy: ProductCopy,
  { file, identity, replace }: Restore,
): Promise<{ manifest: Manifest; summary: Summary }> {
  const archive = await checkArchive(file, identity);
  const content = createContentClient(copy.content);
  const piecesUnder = (folder: string) => bytesUnder(file, identity, folder);
  return withDatabase(copy.databaseUrl, async (sql) => {
    await requireSameMigrations(sql, archive.manifest);
    const documents = await content.fetch<number>(`count(${ALL_CONTENT})`);
    if (!replace) await requireEmpty(sql, documents);
    await requireNothingScheduled(content);
    await removeFiles(copy.supabase, await listFiles(sql));
    await restoreDatabase(sql, archive, piecesUnder);
    await restoreFiles(copy, sql, archive.manifest, readArchive(file, identity));
    if (documents > 0) await content.delete({ query: ALL_CONTENT });
    await sanityImport(Readable.from(piecesUnder("content/")), {
      client: content,
      operation: "createOrReplace",
    });
    return archive;
  });
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
  throw new Error(
    `O banco tem outras migrações que o backup (${differing.join(", ")}): ` +
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
  throw new Error(
    `O projeto não está vazio (${found.join(", ")}). Nada foi mudado; ` +
      "para apagar o que há nele e restaurar: --replace",
  );
}

/** What a scheduled release holds cannot be removed: half of a restoration would be done by then. */
async function requireNothingScheduled(content: SanityClient): Promise<void> {
  const releases = await content.fetch<string[]>(
    '*[_type == "system.release" && state == "scheduled"]{"name": coalesce(metadata.title, name)}.name',
  );
  if (releases.length === 0) return;
  throw new Error(
    `O conteúdo tem lançamentos agendados (${releases.join(", ")}). Nada foi mudado; ` +
      "cancele o agendamento no estúdio e restaure de novo.",
  );
}

async function restoreFiles(
  copy: ProductCopy,
  sql: Sql,
  { files }: Manifest,
  pieces: ReturnType<typeof readArchive>,
): Promise<void> {
  for await (const { name, bytes } of pieces) {
    const stored = name.startsWith("files/")
      ? files[Number(name.slice("files/".length))]
      : undefined;
    if (!stored) continue;
    await uploadFile(copy.supabase, stored, bytes);
    await sql`
      update storage.objects
      set created_at = ${stored.createdAt}::text::timestamptz, owner = ${stored.owner}::text::uuid,
        user_metadata = ${stored.userMetadata}::text::jsonb
      where bucket_id = ${stored.bucket} and name = ${stored.name}`;
  }
}
