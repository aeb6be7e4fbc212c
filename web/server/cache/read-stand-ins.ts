import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { logLine, reasonOf } from "../../config/log.ts";
import type { ServerEnv } from "../../config/server-env.ts";
import { type StandIns, parseContentSnapshot } from "../../content/content-source.ts";
import { parseSeedResults } from "../../content/fill-from-seed.ts";

/** Both files of stand-ins are beside the build, unless another snapshot is named. */
export function snapshotFileOf(env: ServerEnv, distDirectory: string): string {
  return env.SNAPSHOT_FILE ?? join(distDirectory, "snapshot.json");
}

/** Tells the contents of datasets apart. */
export function datasetOf(env: ServerEnv): string {
  return `${env.SANITY_PROJECT_ID}/${env.SANITY_DATASET}`;
}

/**
 * Reads what is shown for content that cannot be had. A missing or damaged file is logged and
 * only matters when it is needed.
 */
export async function readStandIns(env: ServerEnv, distDirectory: string): Promise<StandIns> {
  const [snapshot, seed] = await Promise.all([
    readOr({}, snapshotFileOf(env, distDirectory), (text) =>
      parseContentSnapshot(text, datasetOf(env)),
    ),
    readOr({}, join(distDirectory, "seed-results.json"), parseSeedResults),
  ]);
  return { snapshot, seed };
}

async function readOr<Content>(
  otherwise: Content,
  file: string,
  parse: (text: string) => Content,
): Promise<Content> {
  try {
    return parse(await readFile(file, "utf8"));
  } catch (error) {
    logLine("info", "no-stand-in", { file, reason: reasonOf(error).slice(0, 300) });
    return otherwise;
  }
}
