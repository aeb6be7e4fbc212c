import { createClient } from "@supabase/supabase-js";
import { fetchWithTimeout, statelessAuth } from "./database.ts";
import { unavailable } from "./http/request-failure.ts";
import type { Log } from "./log.ts";

type Bucket = "request-documents" | "offer-documents" | "contract-documents";

/** Value of the cache-control header of every private file. It forbids caches to keep the file. */
export const noStore = "private, no-store";

/** Seconds for which a link works: long enough to begin a download, too short to pass the link on. */
const linkSeconds = 60;

/** Access to the private files with the secret key. Every failure is reported as an outage (503). */
export type Files = {
  /** Stores a file at a path. Replaces an existing file. */
  store(bucket: Bucket, path: string, file: { bytes: Uint8Array; type: string }): Promise<void>;
  read(bucket: Bucket, path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Removes files. A file that does not exist is no error. */
  remove(bucket: Bucket, paths: readonly string[]): Promise<void>;
  /** Creates a link with which one file can be downloaded under `name` for a minute. */
  link(bucket: Bucket, path: string, name: string): Promise<string>;
};

export function connectFiles(project: { url: string; secretKey: string }): Files {
  const { storage } = createClient(project.url, project.secretKey, {
    auth: statelessAuth,
    global: { fetch: fetchWithTimeout },
  });
  return {
    async store(bucket, path, { bytes, type }) {
      const { error } = await storage.from(bucket).upload(path, bytes, {
        contentType: type,
        upsert: true,
        // The header is set directly, because the client's option `cacheControl` can only set max-age.
        headers: { "cache-control": noStore },
      });
      if (error) throw unavailable(`storage ${error.name}`);
    },
    async read(bucket, path) {
      const { data, error } = await storage.from(bucket).download(path);
      if (error) throw unavailable(`storage ${error.name}`);
      return new Uint8Array(await data.arrayBuffer());
    },
    async remove(bucket, paths) {
      const { error } = await storage.from(bucket).remove([...paths]);
      if (error) throw unavailable(`storage ${error.name}`);
    },
    async link(bucket, path, name) {
      const options = { download: name };
      const { data, error } = await storage
        .from(bucket)
        .createSignedUrl(path, linkSeconds, options);
      if (error) throw unavailable(`storage ${error.name}`);
      return data.signedUrl;
    },
  };
}

/** Removes a file that has no database row. Only logs a failure: the HTTP answer does not depend on the removal. */
export function removeOrphan(
  { files, log }: { files: Files; log: Log },
  name: string,
  [bucket, path]: readonly [Bucket, string],
): Promise<void> {
  return files
    .remove(bucket, [path])
    .catch(() => log({ function: name, event: "file-not-removed" }));
}
