import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createBuilder } from "vite";
import { makeSeedResults } from "./seed-results.ts";

/**
 * Builds the site into `dist/web` when sources have changed. With `fast` (for tests), compression takes 1 s, not 14 s.
 */
export async function buildSite(
  say: (text: string) => void = () => {},
  effort: "best" | "fast" = "best",
): Promise<void> {
  await compileSite(say);
  await buildWhenChanged(
    "dist/web/.compressed",
    ["dist/web/.sources"],
    async () => {
      for (const folder of ["dist/web/client", "dist/web/overlay"]) {
        await compressFiles(folder, effort);
      }
    },
    effort,
  );
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Only text files are compressed, because images and fonts are compressed already. */
const compressible = /\.(m?js|css|svg|json|ico)$/;

/** Writes a `.br` and a `.gz` version next to each file that browsers load. */
async function compressFiles(folder: string, effort: "best" | "fast"): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const quality = effort === "best" ? constants.BROTLI_MAX_QUALITY : 1;
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const path = join(folder, file);
        const raw = await readFile(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
        await writeFile(`${path}.br`, await compressBrotli(raw, { params }));
        await writeFile(`${path}.gz`, await compressGzip(raw, { level: quality > 1 ? 9 : 1 }));
      }),
  );
}

function compileSite(say: (text: string) => void): Promise<"built" | "unchanged"> {
  return buildWhenChanged(
    "dist/web/.sources",
    [
      "web",
      "supabase/functions/_shared/contracts",
      "scripts/build/seed-results.ts",
      "studio/seed/content.ndjson",
      "studio/seed/placeholders.ts",
      "studio/seed/required-content.ts",
      "studio/schema.json",
      "content-api-version.ts",
      "vite.config.ts",
      "package-lock.json",
    ],
    async () => {
      say("Compilando o site…");
      // NODE_ENV is replaced during the build, because a test runner's value would make Vite build for development.
      const { NODE_ENV } = process.env;
      process.env.NODE_ENV = "production";
      try {
        const builder = await createBuilder({ logLevel: "warn" });
        await builder.buildApp();
        await writeFile("dist/web/seed-results.json", JSON.stringify(await makeSeedResults()));
        say("O site foi compilado.");
      } finally {
        if (NODE_ENV === undefined) delete process.env.NODE_ENV;
        else process.env.NODE_ENV = NODE_ENV;
      }
    },
  );
}

/** Returns a hash of files and folders that changes only when a build would give another result. */
export async function fingerprint(sources: readonly string[], extra = ""): Promise<string> {
  const hash = createHash("sha256").update(extra);
  for (const source of sources) {
    for (const file of await listFiles(source)) hash.update(file).update(await readFile(file));
  }
  return hash.digest("hex");
}

async function listFiles(source: string): Promise<string[]> {
  if (!existsSync(source)) return [];
  if ((await stat(source)).isFile()) return [source];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

export async function buildWhenChanged(
  markerFile: string,
  sources: readonly string[],
  build: () => Promise<void>,
  extra = "",
): Promise<"built" | "unchanged"> {
  const current = await fingerprint(sources, extra);
  const earlier = await readFile(markerFile, "utf8").catch(() => "");
  if (earlier === current) return "unchanged";
  await build();
  await mkdir(dirname(markerFile), { recursive: true });
  await writeFile(markerFile, current);
  return "built";
}
