import { createHash, randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { malformed } from "../api-error.ts";
import {
  type AssetFile,
  MIME_TYPES,
  assetDocumentId,
  assetFileName,
  extensionOf,
  fileAssetId,
  fileAssetName,
} from "../../assets/files.ts";
import { type Endpoint, type RequestContext, accountOf, readBytes } from "../endpoint.ts";
import { readImage } from "../../assets/image-metadata.ts";
import type { Lake } from "../../lake.ts";
import { beginTransaction, createDocument } from "../../documents/pending-transaction.ts";

/** Largest original in bytes. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;

/** Texts about the asset that a client may send along. */
const DESCRIPTIONS = ["label", "title", "description", "creditLine"] as const;

interface Asset {
  id: string;
  type: "sanity.imageAsset" | "sanity.fileAsset";
  sha1: string;
  extension: string;
  mimeType: string | undefined;
  /** Folder in the URL, and the one on the disk that it stands for. */
  folder: "images" | "files";
  directory: string;
  name: string;
  attributes?: Record<string, unknown>;
}

async function uploadImage(context: RequestContext, lake: Lake): Promise<Response> {
  const bytes = await readUpload(context);
  const { metadata, ...image } = await readImage(bytes);
  const file: AssetFile = { ...image, sha1: sha1Of(bytes) };
  return storeAsset(context, lake, bytes, {
    id: assetDocumentId(file),
    type: "sanity.imageAsset",
    sha1: file.sha1,
    extension: file.extension,
    mimeType: MIME_TYPES[file.extension],
    folder: "images",
    directory: lake.assetDirectory,
    name: assetFileName(file),
    attributes: { metadata },
  });
}

async function uploadFile(context: RequestContext, lake: Lake): Promise<Response> {
  const bytes = await readUpload(context);
  const file = { sha1: sha1Of(bytes), extension: extensionOf(context.req.query("filename")) };
  return storeAsset(context, lake, bytes, {
    ...file,
    id: fileAssetId(file),
    type: "sanity.fileAsset",
    mimeType: context.req.header("content-type") ?? "application/octet-stream",
    folder: "files",
    directory: lake.fileDirectory,
    name: fileAssetName(file),
  });
}

async function readUpload(context: RequestContext): Promise<Buffer> {
  const bytes = await readBytes(context.req.raw, UPLOAD_LIMIT);
  if (bytes.length === 0) throw malformed("The body is empty");
  return bytes;
}

function sha1Of(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("hex");
}

/** Stores an original and its asset document; the same bytes yield the same document. */
async function storeAsset(
  context: RequestContext,
  lake: Lake,
  bytes: Buffer,
  { id, type, sha1, extension, mimeType, folder, directory, name, attributes }: Asset,
): Promise<Response> {
  const existing = lake.store.documents.get(id);
  if (existing) return context.json({ document: existing });
  await writeDurably(join(directory, name), bytes);

  const transaction = beginTransaction(lake.store.documents, randomUUID());
  const path = `${folder}/${lake.projectId}/${lake.dataset}/${name}`;
  createDocument(
    transaction,
    {
      _id: id,
      _type: type,
      assetId: sha1,
      sha1hash: sha1,
      extension,
      mimeType,
      size: bytes.length,
      path,
      url: `${lake.url}/${path}`,
      uploadId: randomUUID(),
      ...attributes,
      ...describe(context),
    },
    "createIfNotExists",
  );
  const finished = transaction.finish(accountOf(context).id);
  if (finished.changes.length > 0) lake.store.commit(finished);
  return context.json({ document: transaction.read(id) });
}

function describe(context: RequestContext): Record<string, unknown> {
  const { filename, sourceId, sourceName, sourceUrl } = context.req.query();
  const texts = DESCRIPTIONS.flatMap((name) => {
    const text = context.req.query(name);
    return text ? [[name, text]] : [];
  });
  return {
    ...Object.fromEntries(texts),
    ...(filename && { originalFilename: filename }),
    ...(sourceId && { source: { id: sourceId, name: sourceName, url: sourceUrl } }),
  };
}

/** On the disk before the document that names it exists. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const handle = await open(unfinished, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
}

export const uploadEndpoints: Endpoint[] = [
  { method: "POST", path: "/assets/images/:dataset", access: "editor", handle: uploadImage },
  { method: "POST", path: "/assets/files/:dataset", access: "editor", handle: uploadFile },
];
