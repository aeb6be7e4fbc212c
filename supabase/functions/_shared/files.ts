import { createClient } from "@supabase/supabase-js";
import { fetchWithTimeout, statelessAuth } from "./database.ts";
import { unavailable } from "./http/request-failure.ts";

/** The private buckets that functions write. */
export type Bucket = "request-documents" | "offer-documents" | "contract-documents";

/** What every private file is answered with, by whatever link it is opened. */
export const keptByNobody = "private, no-store";

/** Private files, touched with the secret key alone. Every failure is an outage (503). */
export type Files = {
  /** Puts a file at a path; one that is there is replaced. */
  store(bucket: Bucket, path: string, file: { bytes: Uint8Array; type: string }): Promise<void>;
  read(bucket: Bucket, path: string): Promise<Uint8Array>;
  /** Takes files away; one that is not there is no failure. */
  remove(bucket: Bucket, paths: readonly string[]): Promise<void>;
  /** A link that opens one file for a while: it downloads under `name`, or is shown without one. */
  link(bucket: Bucket, path: string, options: { seconds: number; name?: string }): Promise<string>;
};

/** The storage of one project. */
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
        // The option of that name makes it max-age.
        headers: { "cache-control": keptByNobody },
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
    async link(bucket, path, { seconds, name }) {
      const { data, error } = await storage
        .from(bucket)
        .createSignedUrl(path, seconds, name === undefined ? {} : { download: name });
      if (error) throw unavailable(`storage ${error.name}`);
      return data.signedUrl;
    },
  };
}
