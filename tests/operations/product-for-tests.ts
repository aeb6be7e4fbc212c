import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { z } from "zod";
import type { ProductCopy } from "../../scripts/backup/product-copy.ts";
import { localProject } from "../../scripts/stack/content-part.ts";
import { startContentLake } from "../../studio/local/content-lake.ts";
import { createContentClient } from "../../studio/local/content-client.ts";
import { documentSchema } from "../../studio/seed/placeholders.ts";
import { connectAsOwner } from "../../supabase/tests/support/connect-as-owner.ts";
import { ownSupabase } from "../../supabase/tests/support/worker-supabase.ts";
import { copyContentTemplate } from "../support/stacks/content-template.ts";

const token = "editor-of-the-tests";
/** Fields that the content server sets. They are not part of the content. */
const serverFields = ["_rev", "_createdAt", "_updatedAt", "url", "uploadId"];
const wholeAndSorted = {
  sorted: true,
  depth: Infinity,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
};
const assetSchema = z.object({ url: z.string(), sha1hash: z.string() });

export type ProductForTests = Awaited<ReturnType<typeof startProduct>>;

/** Starts the content API and the Supabase of a product, with the demo data or without any data. */
export async function startProduct(data: "empty" | "demo") {
  const directory = await mkdtemp(join(tmpdir(), "payser-product-"));
  const contentDirectory = join(directory, "content");
  if (data === "demo") await copyContentTemplate(contentDirectory);
  const lake = await startContentLake({
    ...localProject,
    port: 0,
    dataDirectory: contentDirectory,
    token,
    viewerToken: "viewer-of-the-tests",
    studioOrigins: [],
  });
  const supabase = await ownSupabase({
    siteUrl: "http://127.0.0.1:3999",
    functionsDirectory: null,
  });
  await supabase.begin(data);
  const sql = connectAsOwner(supabase.databaseUrl);
  const { url, secretKey, databaseUrl } = supabase;
  const content = { ...localProject, url: lake.url, token };
  const copy: ProductCopy = { content, supabase: { url, secretKey }, databaseUrl };
  const editor = createContentClient(content);
  const variables: Record<string, string> = {
    SANITY_PROJECT_ID: localProject.projectId,
    SANITY_DATASET: localProject.dataset,
    SANITY_API_HOST: lake.url,
    SANITY_WRITE_TOKEN: token,
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_DB_URL: databaseUrl,
  };

  /** Returns all rows as texts, by table. Reads the given database snapshot, or the current rows if there is none. */
  async function rows(snapshot?: string): Promise<Record<string, string[]>> {
    const tables = await sql`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname in ('public', 'private')
        or c.oid in (to_regclass('auth.users'), to_regclass('auth.identities'),
          to_regclass('auth.mfa_factors')))
      order by 1`;
    const seen = snapshot
      ? `where pg_visible_in_snapshot(xmin::text::xid8, '${snapshot}'::pg_snapshot)`
      : "";
    const found = tables.map(async ({ name }) => {
      const lines = await sql.unsafe(`select t::text as line from ${name} as t ${seen} order by 1`);
      return [String(name), lines.map((row) => String(row["line"]))] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  /** Returns the checksum and the metadata of every stored file, by bucket and name. */
  async function files(): Promise<Record<string, string>> {
    const stored = await sql`
      select bucket_id, name, metadata ->> 'mimetype' as type, created_at::text
      from storage.objects`;
    const found: [name: string, look: string][] = [];
    // Downloads one file at a time. Each download holds one connection of the local API and needs a second one, so
    // parallel downloads could block each other.
    for (const { bucket_id, name, type, created_at } of stored) {
      const answer = await fetch(`${url}/storage/v1/object/${bucket_id}/${name}`, {
        headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
      });
      const sum = createHash("sha256")
        .update(await answer.bytes())
        .digest("hex");
      found.push([`${bucket_id}/${name}`, `${answer.status} ${type} ${created_at} ${sum}`]);
    }
    return Object.fromEntries(found);
  }

  /** Returns all documents by id, as texts with sorted fields. The text of an image includes the file's checksum. */
  async function documents(): Promise<Record<string, string>> {
    const all = documentSchema.array().parse(await editor.fetch('*[!(_id in path("_.**"))]'));
    const found = all.map(async (document) => {
      const fields = Object.entries(document).filter(([name]) => !serverFields.includes(name));
      const text = inspect(Object.fromEntries(fields), wholeAndSorted);
      return [document._id, `${text} ${await imageSum(document)}`] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  let isClosed = false;
  async function close() {
    if (isClosed) return;
    isClosed = true;
    await sql.end({ timeout: 2 });
    await supabase.close();
    await lake.close();
    await rm(directory, { recursive: true, force: true });
  }
  return { copy, supabase, sql, editor, variables, rows, files, documents, close };
}

async function imageSum(document: z.infer<typeof documentSchema>): Promise<string> {
  if (document._type !== "sanity.imageAsset") return "";
  const { url, sha1hash } = assetSchema.parse(document);
  const sum = createHash("sha1")
    .update(await (await fetch(url)).bytes())
    .digest("hex");
  return sum === sha1hash ? sum : `${sum}, and not ${sha1hash}`;
}

/** Returns the entries that differ between two records, with both values. */
export function differences<Value>(first: Record<string, Value>, second: Record<string, Value>) {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].flatMap((name) => {
    const [one, other] = [JSON.stringify(first[name]), JSON.stringify(second[name])];
    return one === other ? [] : [`${name}: ${one} / ${other}`.slice(0, 600)];
  });
}
