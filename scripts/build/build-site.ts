import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createBuilder } from "vite";
import { makeSeedResults } from "./seed-results.ts";

/** Builds the site into `dist/web` unless its sources are unchanged; `say` is told when it has to. */
export function buildSite(say: (text: string) => void = () => {}): Promise<"built" | "unchanged"> {
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
      // Vite heeds it more than the mode: under a test runner it would build for development.
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

/** Hash of the contents of files and folders, by name: changes exactly when a build would. */
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

/** Runs a build unless its output was made from exactly these sources. */
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
