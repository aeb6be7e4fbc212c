import { createClient } from "@supabase/supabase-js";
import type { ISql } from "postgres";
import { ToolError } from "../run-command.ts";
import type { StoredFile } from "./archive.ts";
import type { ProductCopy } from "./product-copy.ts";

type Place = ProductCopy["supabase"];

const NO_SUCH_FILE = [400, 404];
const REMOVED_AT_ONCE = 100;

/** Lists every stored file that has a row in the database. */
export async function listFiles(sql: ISql): Promise<StoredFile[]> {
  const rows = await sql`
    select bucket_id, name, created_at::text, owner::text, user_metadata::text,
      metadata ->> 'mimetype' as mimetype, metadata ->> 'cacheControl' as cache_control
    from storage.objects order by bucket_id, name`;
  return rows.map((row) => ({
    bucket: String(row["bucket_id"]),
    name: String(row["name"]),
    mimetype: String(row["mimetype"] ?? "application/octet-stream"),
    cacheControl: String(row["cache_control"] ?? "no-cache"),
    createdAt: String(row["created_at"]),
    owner: row["owner"],
    userMetadata: row["user_metadata"],
  }));
}

/** Returns a file's bytes, or null for a file that was removed after the listing. @throws for a refused request */
export async function downloadFile(place: Place, sql: ISql, { bucket, name }: StoredFile) {
  const address = new URL(`/storage/v1/object/${bucket}/${asPath(name)}`, place.url);
  const response = await fetch(address, { headers: keysOf(place) });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  const [row] = await sql`
    select from storage.objects where bucket_id = ${bucket} and name = ${name}`;
  if (!row && NO_SUCH_FILE.includes(response.status)) return null;
  throw new ToolError(`O arquivo ${bucket}/${name} não pôde ser lido: ${response.status}`);
}

/** Stores a file, replacing an existing one. @throws ToolError for a refused file or a missing bucket */
export async function uploadFile(place: Place, file: StoredFile, bytes: Uint8Array) {
  const { error } = await bucketOf(place, file.bucket).upload(file.name, bytes, {
    contentType: file.mimetype,
    headers: { "cache-control": file.cacheControl },
    upsert: true,
  });
  if (error) throw refused(`${file.bucket}/${file.name}`, error);
}

/** Removes files from storage together with their rows. @throws ToolError when the storage server refuses */
export async function removeFiles(place: Place, files: readonly StoredFile[]): Promise<void> {
  for (const [bucket, found] of Map.groupBy(files, (file) => file.bucket)) {
    for (let first = 0; first < found.length; first += REMOVED_AT_ONCE) {
      const names = found.slice(first, first + REMOVED_AT_ONCE).map(({ name }) => name);
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await bucketOf(place, bucket).remove(names);
      if (error) throw refused(bucket, error);
    }
  }
}

function refused(what: string, error: Error & { status?: number | undefined }): ToolError {
  const { status } = error;
  return new ToolError(
    status === undefined
      ? `o Storage não respondeu (${what}).`
      : `o Storage não aceitou ${what} (código ${status}).`,
    { cause: error },
  );
}

function bucketOf({ url, secretKey }: Place, bucket: string) {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).storage.from(bucket);
}

function keysOf({ secretKey }: Place): Record<string, string> {
  return { apikey: secretKey, authorization: `Bearer ${secretKey}` };
}

function asPath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}
