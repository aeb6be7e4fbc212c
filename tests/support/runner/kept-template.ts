import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { fingerprint } from "../../../scripts/build/build-site.ts";

const run = promisify(execFile);
const cache = join(import.meta.dirname, "../../../node_modules/.cache/test-templates");
/** Longer than any run takes that may still copy from one. */
const keptMilliseconds = 3 * 3_600_000;

/**
 * A folder that tests copy, made anew only when its sources, or `extra`, are others than before.
 * Gives its path; `make` fills an empty folder.
 */
export async function keptTemplate(options: {
  name: string;
  sources: readonly string[];
  extra?: string;
  make: (directory: string) => Promise<void>;
}): Promise<string> {
  const { name, sources, extra, make } = options;
  const stamp = await fingerprint(sources, extra);
  const folder = join(cache, `${name}-${stamp.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await removeOld(name);
  // Elsewhere than the cache: whoever runs PostgreSQL may not look into a home folder.
  const making = await mkdtemp(join(tmpdir(), `payser-${name}-`));
  try {
    const made = join(making, "made");
    await make(made);
    await mkdir(cache, { recursive: true });
    const arriving = `${folder}.${basename(making)}`;
    await run("cp", ["-a", made, arriving]);
    // Another run may have been faster with the same.
    await rename(arriving, folder).catch(() => rm(arriving, { recursive: true, force: true }));
    return folder;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function removeOld(name: string): Promise<void> {
  for (const entry of await readdir(cache).catch(() => [])) {
    const path = join(cache, entry);
    if (!entry.startsWith(`${name}-`)) continue;
    const { ctimeMs } = await stat(path);
    if (Date.now() - ctimeMs > keptMilliseconds) await rm(path, { recursive: true, force: true });
  }
}
