import { exportDataset } from "@sanity/export";
import { sanityImport } from "@sanity/import";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable, type Writable } from "node:stream";
import { z } from "zod";
import { type ContentTarget, createContentClient } from "./content-client.ts";

export interface SeedImport extends ContentTarget {
  /** NDJSON file; `_sanityAsset` paths in it are relative to its folder. */
  source: string;
  /** Ids of the documents to write; all of them when absent. */
  only?: readonly string[];
}

/**
 * Writes documents and images of the seed, replacing documents with the same id.
 * @returns the number of documents
 * @throws when a document is refused or an image cannot be read
 */
export async function importSeed({ source, only, ...target }: SeedImport): Promise<number> {
  const documents = only ? Readable.from(await linesOf(source, only)) : createReadStream(source);
  const { numDocs } = await sanityImport(documents, {
    client: createContentClient(target),
    operation: "createOrReplace",
    assetsBase: dirname(resolve(source)),
  });
  return numDocs;
}

async function linesOf(source: string, ids: readonly string[]): Promise<string[]> {
  const lines = (await readFile(source, "utf8")).split("\n").filter(Boolean);
  const idSchema = z.object({ _id: z.string() });
  return lines
    .filter((line) => ids.includes(idSchema.parse(JSON.parse(line))._id))
    .map((line) => `${line}\n`);
}

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
