import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { respondWithBody, strongEtag, type EncodedBody } from "./encoded-body.ts";
import { transportHeaders } from "./security-headers.ts";

interface StaticFile {
  body: EncodedBody;
  headers: Record<string, string>;
}

export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Reads the build's files into memory by URL path: they are few, and no path reaches the disk. */
export async function loadStaticFiles(directory: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(directory.length).replaceAll("\\", "/");
    if (!entry.isFile() || url.startsWith("/.") || /\.(br|gz)$/.test(url)) continue;
    files.set(url, {
      body: await readBody(path),
      headers: {
        "content-type": getMimeType(url) ?? "application/octet-stream",
        ...transportHeaders,
        // Names under /assets carry a hash of their content.
        "cache-control": url.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
      },
    });
  }
  return files;
}

/** The build compressed what compresses. */
async function readBody(path: string): Promise<EncodedBody> {
  const [raw, br, gzip] = await Promise.all([
    readFile(path),
    readIfThere(`${path}.br`),
    readIfThere(`${path}.gz`),
  ]);
  return { etag: strongEtag(raw), raw, br, gzip };
}

const readIfThere = (path: string) => readFile(path).catch(() => undefined);

/** Answers a static file, or undefined when the build has none at this path. */
export function respondWithFile(request: Request, files: StaticFiles, path: string) {
  const file = files.get(path);
  return file && respondWithBody(request, file.body, 200, file.headers);
}
