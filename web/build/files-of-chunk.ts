import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { normalizePath } from "vite";

/**
 * Tells whether a module is one of `files` of the repository, for a chunk that is made of them.
 * @throws when one of them is not there: it would leave its chunk without a word
 */
export function filesOfChunk(files: readonly string[]): (id: string) => boolean {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`No such file for a chunk: ${missing.join(", ")}`);
  const ids = new Set(files.map((file) => normalizePath(resolve(file))));
  return (id) => ids.has(normalizePath(id));
}
