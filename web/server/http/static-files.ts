import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { type Log, logLine, reasonOf } from "../../config/log.ts";
import { respondWithBody, strongEtag, type EncodedBody } from "./encoded-body.ts";
import { transportHeaders } from "./security-headers.ts";

/** URL path of files whose names contain a hash of their content. */
const ASSETS = "/assets/";

interface StaticFile {
  body: EncodedBody;
  headers: Record<string, string>;
}

export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Reads the files of the build into memory, by URL path, so that HTTP requests never wait for the disk. */
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

/** Adds the assets of the previous build, if there is one, because pages opened earlier still load these assets. */
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

async function readBody(path: string): Promise<EncodedBody> {
  const [raw, br, gzip] = await Promise.all([
    readFile(path),
    readIfThere(`${path}.br`),
    readIfThere(`${path}.gz`),
  ]);
  return { etag: strongEtag(raw), raw, br, gzip };
}

const readIfThere = (path: string) => readFile(path).catch(() => undefined);

/** Answers with a static file; undefined when the build has none at this path. */
export function respondWithFile(request: Request, files: StaticFiles, path: string) {
  const file = files.get(path);
  return file && respondWithBody(request, file.body, 200, file.headers);
}
