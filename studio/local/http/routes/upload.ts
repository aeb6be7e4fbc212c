import { createHash, randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { malformed } from "../api-error.ts";
import {
  type AssetFile,
  assetDocumentId,
  assetFileName,
  MIME_TYPES,
} from "../../assets/asset-file.ts";
import type { Endpoint, RequestContext } from "../endpoint.ts";
import { readImage } from "../../assets/image-metadata.ts";
import type { Lake } from "../../lake.ts";
import { localEditor } from "../../local-editor.ts";
import { createDocument } from "../../documents/create-document.ts";
import { beginTransaction } from "../../documents/pending-transaction.ts";
import { readBytes } from "../read-body.ts";

/** Largest original in bytes. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;

/** Texts about the image that a client may send along. */
const DESCRIPTIONS = ["label", "title", "description", "creditLine"] as const;

/** Stores an original and its asset document; the same bytes yield the same document. */
async function uploadImage(context: RequestContext, lake: Lake): Promise<Response> {
  const bytes = await readBytes(context.req.raw, UPLOAD_LIMIT);
  if (bytes.length === 0) throw malformed("The body holds no image");
  const { metadata, ...image } = await readImage(bytes);
  const file: AssetFile = { ...image, sha1: createHash("sha1").update(bytes).digest("hex") };
  const existing = lake.store.documents.get(assetDocumentId(file));
  if (existing) return context.json({ document: existing });
  await writeDurably(join(lake.assetDirectory, assetFileName(file)), bytes);

  const transaction = beginTransaction(lake.store.documents, randomUUID());
  const path = `images/${lake.projectId}/${lake.dataset}/${assetFileName(file)}`;
  const { id } = createDocument(
    transaction,
    {
      _id: assetDocumentId(file),
      _type: "sanity.imageAsset",
      assetId: file.sha1,
      sha1hash: file.sha1,
      extension: file.extension,
      mimeType: MIME_TYPES[file.extension],
      size: bytes.length,
      path,
      url: `${lake.url}/${path}`,
      uploadId: randomUUID(),
      metadata,
      ...describe(context),
    },
    "createIfNotExists",
  );
  const finished = transaction.finish(localEditor.id);
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
];
