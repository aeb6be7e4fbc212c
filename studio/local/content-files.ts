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
  /** NDJSON file. Its `_sanityAsset` paths are relative to its folder. */
  source: string;
  /** Ids of the documents to write; all documents when absent. */
  only?: readonly string[];
}

/**
 * Imports documents and images of the seed, and replaces documents with the same id. Images are uploaded first. Then
 * all documents are written in one transaction (Sanity's limit: 4 MB). @sanity/import would write each document two or
 * three times, and the first entry in the document's history would lack images and references. @returns the number of
 * documents @throws when a document is refused or an image cannot be read
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

/** Returns a function that uploads each image only once and returns its id. */
function uploadOnce(client: SanityClient, folder: string) {
  const uploads = new Map<string, Promise<string>>();
  async function upload(file: string): Promise<string> {
    const options = { filename: basename(file) };
    return (await client.assets.upload("image", await readFile(file), options))._id;
  }
  return (path: string): Promise<string> => {
    const known = uploads.get(path) ?? upload(resolve(folder, path));
    uploads.set(path, known);
    return known;
  };
}

/** Copies a value of the seed, and replaces image paths by references to uploaded images. */
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
  /** File or stream to which the archive is written: a `.tar.gz` with `data.ndjson` and the images. */
  destination: string | Writable;
}

/** Saves all documents, drafts too, and all images. @returns the number of documents and of images */
export async function exportContent({ destination, ...target }: ContentExport) {
  const { documentCount, assetCount } = await withTemporaryFolder(() =>
    exportDataset({
      client: createContentClient(target),
      dataset: target.dataset,
      outputPath: typeof destination === "string" ? createWriteStream(destination) : destination,
      // Documents with the secrets of the studio's previews are left out, because they are not content.
      filterDocument: ({ _type: type }) => !type.startsWith("sanity.previewUrl"),
    }),
  );
  return { documentCount, assetCount };
}

/**
 * Runs Sanity's import or export with a temporary folder that is removed afterwards. Otherwise unencrypted files would
 * stay on the disk: the importer leaves unpacked files, and the exporter leaves files when it fails. Both programs read
 * the folder's name (TMPDIR) only when they are called.
 */
export async function withTemporaryFolder<Result>(begin: () => Promise<Result>): Promise<Result> {
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
