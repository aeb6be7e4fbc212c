import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

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
