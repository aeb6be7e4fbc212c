import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { fingerprint } from "../../../scripts/build/build-site.ts";

const run = promisify(execFile);
const cache = join(import.meta.dirname, "../../../node_modules/.cache/test-templates");
/** Age (ms) at which a former template is removed. A test run that copies a template never lasts this long. */
const keptMilliseconds = 3 * 3_600_000;

/**
 * Returns the path of a folder that tests copy. If `sources` or `extra` have changed, `make` first fills a new folder.
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
  // The cache may be in a home folder, which PostgreSQL's user cannot access. The template is therefore made in a
  // temporary folder.
  const making = await mkdtemp(join(tmpdir(), `payser-${name}-`));
  try {
    const made = join(making, "made");
    await make(made);
    await mkdir(cache, { recursive: true });
    const arriving = `${folder}.${basename(making)}`;
    await run("cp", ["-a", made, arriving]);
    // Another test run may have stored the same template first. This copy is then removed.
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
