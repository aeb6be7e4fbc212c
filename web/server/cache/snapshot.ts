import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PublicSettings } from "../../app/layout-content.ts";
import { logLine, reasonOf } from "../../config/log.ts";
import type { ServerEnv } from "../../config/server-env.ts";
import {
  type ContentSnapshot,
  type ContentSource,
  type StandIns,
  parseContentSnapshot,
} from "../../content/source/content-source.ts";
import { parseSeedResults } from "../../content/source/fill-from-seed.ts";
import { PageFailure } from "../render/render-page.tsx";
import { renderPage } from "../render/render-page.tsx";

/** Renders all pages and returns their content. A failing page is logged and keeps its `earlier` content. */
export async function collectSnapshot(
  paths: Iterable<string>,
  settings: PublicSettings,
  source: ContentSource,
  earlier: ContentSnapshot,
): Promise<{ results: ContentSnapshot; failed: number }> {
  const shown = new Set<string>();
  const unshown = new Set<string>();
  let failed = 0;

  for (const path of paths) {
    const read = new Set<string>();
    const followed: ContentSource = {
      ...source,
      read(query, params = {}) {
        read.add(JSON.stringify([query, params]));
        return source.read(query, params);
      },
    };
    try {
      await renderPage(path, settings, followed);
      for (const key of read) shown.add(key);
    } catch (error) {
      const place = error instanceof PageFailure ? error.place : { path };
      logLine("error", "page-failed", { ...place, reason: reasonOf(error) });
      for (const key of read) unshown.add(key);
      failed += 1;
    }
  }

  const results = Object.entries(source.snapshot()).flatMap(([key, result]) => {
    const kept = unshown.has(key) && !shown.has(key) ? earlier[key] : result;
    return kept ? [[key, kept] as const] : [];
  });
  return { results: Object.fromEntries(results), failed };
}

/** Returns the path of the snapshot file: the configured path, or the default beside the build. */
export function snapshotFileOf(env: ServerEnv, distDirectory: string): string {
  return env.SNAPSHOT_FILE ?? join(distDirectory, "snapshot.json");
}

export function datasetOf(env: ServerEnv): string {
  return `${env.SANITY_PROJECT_ID}/${env.SANITY_DATASET}`;
}

/** Reads the stored content for times when Sanity is down. Logs a missing or damaged file and does not fail. */
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
