import { createHash, randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { malformed } from "../api-error.ts";
import { MIME_TYPES, assetFileName, assetId, extensionOf } from "../../assets/files.ts";
import { type Lake, type RequestContext, accountOf, readBytes, post } from "../endpoint.ts";
import { readImage } from "../../assets/image-metadata.ts";
import { beginTransaction, createDocument } from "../../documents/pending-transaction.ts";

/** Maximum size of an uploaded file in bytes. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;

/** Names of the descriptive texts that a client may send with an uploaded file. */
const DESCRIPTIONS = ["label", "title", "description", "creditLine"] as const;

interface Asset {
  kind: "image" | "file";
  name: string;
  extension: string;
  mimeType: string | undefined;
  attributes?: Record<string, unknown>;
}

async function uploadImage(context: RequestContext, lake: Lake): Promise<Response> {
  const bytes = await readUpload(context);
  const { metadata, ...image } = await readImage(bytes);
  return storeAsset(context, lake, bytes, {
    kind: "image",
    name: assetFileName({ ...image, sha1: sha1Of(bytes) }),
    extension: image.extension,
    mimeType: MIME_TYPES[image.extension],
    attributes: { metadata },
  });
}

async function uploadFile(context: RequestContext, lake: Lake): Promise<Response> {
  const bytes = await readUpload(context);
  const extension = extensionOf(context.req.query("filename"));
  return storeAsset(context, lake, bytes, {
    kind: "file",
    name: `${sha1Of(bytes)}.${extension}`,
    extension,
    mimeType: context.req.header("content-type") ?? "application/octet-stream",
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

/** Stores an uploaded file and its asset document. Uploading the same bytes again returns the same document. */
async function storeAsset(
  context: RequestContext,
  lake: Lake,
  bytes: Buffer,
  { kind, name, extension, mimeType, attributes }: Asset,
): Promise<Response> {
  const id = assetId(kind, name);
  const existing = lake.store.documents.get(id);
  if (existing) return context.json({ document: existing });
  const directory = kind === "image" ? lake.assetDirectory : lake.fileDirectory;
  await writeDurably(join(directory, name), bytes);

  const transaction = beginTransaction(lake.store.documents, randomUUID());
  const sha1 = sha1Of(bytes);
  const path = `${kind}s/${lake.projectId}/${lake.dataset}/${name}`;
  createDocument(
    transaction,
    {
      _id: id,
      _type: `sanity.${kind}Asset`,
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

/** Writes a file and waits until it is on the disk, so that a document never names a missing file. */
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

export const uploadEndpoints = [
  post("/assets/images/:dataset", "editor", uploadImage),
  post("/assets/files/:dataset", "editor", uploadFile),
];
