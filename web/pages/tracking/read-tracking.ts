import type { PageReader } from "../../content/page-reader.ts";
import { coverageQuery } from "../../content/queries/shared-queries.ts";
import { trackingQuery } from "./tracking-query.ts";

/** Reads the texts of the page, and what conditions say is covered. */
export async function readTracking(read: PageReader["read"]) {
  const [texts, { exclusions, inclusions }] = await Promise.all([
    read(trackingQuery),
    read(coverageQuery),
  ]);
  return { ...texts, coverage: { exclusions, inclusions } };
}

export type TrackingContent = Awaited<ReturnType<typeof readTracking>>;
