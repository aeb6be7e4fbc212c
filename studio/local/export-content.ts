import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { exportDataset } from "@sanity/export";
import { type ContentTarget, createContentClient } from "./content-client.ts";

export interface ContentExport extends ContentTarget {
  /** Where the archive goes: a `.tar.gz` with `data.ndjson` and the images. */
  destination: string | Writable;
}

/**
 * Saves all documents, drafts included, and all images as one archive.
 * @returns how many of each it holds
 */
export async function exportContent({ destination, ...target }: ContentExport) {
  const { documentCount, assetCount } = await exportDataset({
    client: createContentClient(target),
    dataset: target.dataset,
    outputPath: typeof destination === "string" ? createWriteStream(destination) : destination,
    // Secrets by which the studio opens previews are not content.
    filterDocument: ({ _type: type }) => !type.startsWith("sanity.previewUrl"),
  });
  return { documentCount, assetCount };
}
