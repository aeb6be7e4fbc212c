import { createReadStream } from "node:fs";
import { dirname, resolve } from "node:path";
import { sanityImport } from "@sanity/import";
import { type ContentTarget, createContentClient } from "./content-client.ts";

export interface SeedImport extends ContentTarget {
  /** NDJSON file; `_sanityAsset` paths in it are relative to its folder. */
  source: string;
}

/**
 * Writes every document and image of the seed, replacing documents with the same id.
 * @returns the number of documents
 * @throws when a document is refused or an image cannot be read
 */
export async function importSeed({ source, ...target }: SeedImport): Promise<number> {
  const { numDocs } = await sanityImport(createReadStream(source), {
    client: createContentClient(target),
    operation: "createOrReplace",
    assetsBase: dirname(resolve(source)),
  });
  return numDocs;
}
