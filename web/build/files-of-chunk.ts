import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { normalizePath } from "vite";

/** Returns a function that recognises the modules of a chunk. @throws when a listed file does not exist */
export function filesOfChunk(files: readonly string[]): (id: string) => boolean {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`No such file for a chunk: ${missing.join(", ")}`);
  const ids = new Set(files.map((file) => normalizePath(resolve(file))));
  return (id) => ids.has(normalizePath(id));
}
