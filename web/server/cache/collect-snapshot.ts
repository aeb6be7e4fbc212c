import type { PublicSettings } from "../../app/layout-content.ts";
import { logLine, reasonOf } from "../../config/log.ts";
import type { ContentSnapshot, ContentSource } from "../../content/content-source.ts";
import { PageFailure } from "../render/page-failure.ts";
import { renderPage } from "../render/render-page.tsx";

/**
 * Renders pages and gives what they were made from. Of a page that cannot be rendered, which is
 * logged, the `earlier` content stays: with its own it could not be shown either.
 */
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
