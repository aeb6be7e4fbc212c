import { exportDataset } from "@sanity/export";
import type { SanityClient } from "@sanity/client";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { z } from "zod";
import { type ContentTarget, createContentClient } from "./content-client.ts";

export interface SeedImport extends ContentTarget {
  /** NDJSON file; `_sanityAsset` paths in it are relative to its folder. */
  source: string;
  /** Ids of the documents to write; all of them when absent. */
  only?: readonly string[];
}

/**
 * Writes documents and images of the seed, replacing documents with the same id: images first, then
 * all documents in one transaction, of which Sanity takes up to 4 MB. @sanity/import would write each
 * two or three times, and what stands in the history as created would have neither images nor references.
 * @returns the number of documents
 * @throws when a document is refused or an image cannot be read
 */
export async function importSeed({ source, only, ...target }: SeedImport): Promise<number> {
  const client = createContentClient(target);
  const lines = (await readFile(source, "utf8")).split("\n").filter(Boolean);
  const documents = lines
    .map((line) => documentSchema.parse(JSON.parse(line)))
    .filter(({ _id }) => !only || only.includes(_id));
  const upload = uploadOnce(client, dirname(resolve(source)));
  const transaction = client.transaction();
  for (const document of documents) {
    transaction.createOrReplace(documentSchema.parse(await withImages(document, upload)));
  }
  await transaction.commit({ visibility: "sync" });
  return documents.length;
}

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });
const namedImageSchema = z.looseObject({
  _sanityAsset: z.templateLiteral(["image@file://", z.string()]),
});

/** Uploads the image of a path once, however many documents show it; gives its id. */
function uploadOnce(client: SanityClient, folder: string) {
  const uploads = new Map<string, Promise<string>>();
  return (path: string): Promise<string> => {
    const known = uploads.get(path) ?? uploadImage(client, resolve(folder, path));
    uploads.set(path, known);
    return known;
  };
}

async function uploadImage(client: SanityClient, file: string): Promise<string> {
  const { _id: id } = await client.assets.upload("image", await readFile(file), {
    filename: basename(file),
  });
  return id;
}

/** A value of the seed with references to images in the place of their names. */
async function withImages(
  value: unknown,
  upload: (path: string) => Promise<string>,
): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => withImages(item, upload)));
  if (typeof value !== "object" || value === null) return value;
  const named = namedImageSchema.safeParse(value).data;
  if (named) {
    const { _sanityAsset: name, ...image } = named;
    const id = await upload(name.replace("image@file://", ""));
    return { ...image, asset: { _type: "reference", _ref: id } };
  }
  const fields = Object.entries(value).map(async ([name, child]) => [
    name,
    await withImages(child, upload),
  ]);
  return Object.fromEntries(await Promise.all(fields));
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
  const { documentCount, assetCount } = await inOwnFolder(() =>
    exportDataset({
      client: createContentClient(target),
      dataset: target.dataset,
      outputPath: typeof destination === "string" ? createWriteStream(destination) : destination,
      // Secrets by which the studio opens previews are not content.
      filterDocument: ({ _type: type }) => !type.startsWith("sanity.previewUrl"),
    }),
  );
  return { documentCount, assetCount };
}

/**
 * Begins what keeps content where the system keeps what is temporary, and would leave it there in clear:
 * Sanity's importer what it unpacks, its exporter when it fails. Here the place, which both ask for as
 * they are called, is a folder that goes when they are done.
 */
export async function inOwnFolder<Result>(begin: () => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "payser-content-"));
  const before = process.env["TMPDIR"];
  let done: Promise<Result>;
  try {
    process.env["TMPDIR"] = folder;
    done = begin();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    return await done;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
