import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runSanity } from "./run-sanity.ts";

export const studioBuildDirectory = join(import.meta.dirname, "..", "..", "dist", "studio");

const repository = join(import.meta.dirname, "..", "..");
const stampFile = join(studioBuildDirectory, "built-from.txt");

// Matches sources that are never part of the built studio, such as the seed and local servers.
const notInBuild = /^studio\/(local|seed)\/|\.test\.ts$|\.md$|^studio\/schema\.json$/;

export interface StudioProject {
  projectId: string;
  dataset: string;
}

/**
 * Builds the studio into `dist/studio` when sources have changed. Returns whether a build ran. `say` prints progress.
 */
export async function buildStudio(
  project: StudioProject,
  say: (text: string) => void = () => {},
  onSpawn?: (child: ChildProcess) => void,
): Promise<boolean> {
  const stamp = await hashSources(project);
  const built = await readFile(stampFile, "utf8").catch(() => undefined);
  if (built === stamp) return false;
  say("Compilando o estúdio…");
  const environment = {
    SANITY_STUDIO_PROJECT_ID: project.projectId,
    SANITY_STUDIO_DATASET: project.dataset,
    // Under a test runner, NODE_ENV would otherwise select the slow development build of React.
    NODE_ENV: "production",
  };
  await runSanity(["build", studioBuildDirectory, "--yes"], environment, onSpawn);
  await writeFile(stampFile, stamp);
  say("O estúdio foi compilado.");
  return true;
}

async function hashSources(project: StudioProject): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(project));
  const sources: string[] = [];
  const patterns = [
    "{studio,supabase/functions/_shared/{contracts,content,mail}}/**/*.{ts,tsx,css}",
    "studio/site-paths.json",
    "{content-api-version,sanity.config,sanity.cli}.ts",
    "package-lock.json",
  ];
  for await (const path of glob(patterns, { cwd: repository })) {
    if (!notInBuild.test(path)) sources.push(path);
  }
  for (const path of sources.toSorted()) {
    hash.update(path).update(await readFile(join(repository, path)));
  }
  return hash.digest("hex");
}
