import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { type Log, logLine, reasonOf } from "../../config/log.ts";
import { respondWithBody, strongEtag, type EncodedBody } from "./encoded-body.ts";
import { transportHeaders } from "./security-headers.ts";

/** Names below it carry a hash of their content. */
const ASSETS = "/assets/";

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
        "cache-control": url.startsWith(ASSETS)
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
      },
    });
  }
  return files;
}

/**
 * Adds the scripts and styles of a former release, which pages that are still open load by and by.
 * A folder that is not there, as at the first release, is logged.
 */
export async function addFormerAssets(
  files: StaticFiles,
  directory: string,
  log: Log = logLine,
): Promise<StaticFiles> {
  try {
    const former = await loadStaticFiles(directory);
    const assets = [...former].filter(([url]) => url.startsWith(ASSETS));
    return new Map([...assets, ...files]);
  } catch (error) {
    log("warn", "no-former-release", { directory, reason: reasonOf(error) });
    return files;
  }
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
