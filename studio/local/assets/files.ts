import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { beginTransaction } from "../documents/pending-transaction.ts";
import { localAdministrator } from "../local-accounts.ts";
import type { Store } from "../store.ts";

/** Parts of the name under which an original is stored and served. */
export interface AssetFile {
  sha1: string;
  width: number;
  height: number;
  extension: string;
}

const FILE_NAME = /^([0-9a-f]{40})-(\d{1,5})x(\d{1,5})\.(gif|jpg|png|svg|webp|avif|tiff)$/;

export const MIME_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  tiff: "image/tiff",
  webp: "image/webp",
};

export function assetFileName({ sha1, width, height, extension }: AssetFile): string {
  return `${sha1}-${width}x${height}.${extension}`;
}

/** The id of the asset document: the file name with hyphens, after its kind. */
export function assetDocumentId(file: AssetFile): string {
  return `image-${assetFileName(file).replace(".", "-")}`;
}

/** Reads a name from a URL; `undefined` unless it can only name a file of ours. */
export function parseAssetFileName(name: string): AssetFile | undefined {
  const [, sha1, width, height, extension] = FILE_NAME.exec(name) ?? [];
  if (!sha1 || !width || !height || !extension) return undefined;
  return { sha1, width: Number(width), height: Number(height), extension };
}

/** Parts of the name under which a file that is no picture is stored and served. */
export interface FileAsset {
  sha1: string;
  extension: string;
}

const FILE_OF_ANY_KIND = /^([0-9a-f]{40})\.([a-z0-9]{1,16})$/;

/** The ending under which bytes of unknown kind are kept. */
const UNKNOWN = "bin";

/** The ending of a client's file name, as far as it can be part of a path. */
export function extensionOf(originalName: string | undefined): string {
  const extension = extname(originalName ?? "")
    .slice(1)
    .toLowerCase();
  return /^[a-z0-9]{1,16}$/.test(extension) ? extension : UNKNOWN;
}

export function fileAssetName({ sha1, extension }: FileAsset): string {
  return `${sha1}.${extension}`;
}

export function fileAssetId({ sha1, extension }: FileAsset): string {
  return `file-${sha1}-${extension}`;
}

/** Reads a name from a URL; `undefined` unless it can only name a file of ours. */
export function parseFileAssetName(name: string): FileAsset | undefined {
  const [, sha1, extension] = FILE_OF_ANY_KIND.exec(name) ?? [];
  return sha1 && extension ? { sha1, extension } : undefined;
}

const ASSET_TYPES = ["sanity.imageAsset", "sanity.fileAsset"];

/** Points the asset documents to this server when it was last started on another port. */
export function rebaseAssetUrls(store: Store, url: string): void {
  const transaction = beginTransaction(store.documents, randomUUID());
  for (const document of store.documents.values()) {
    const { _id: id, _type: type, path } = document;
    if (!ASSET_TYPES.includes(type) || typeof path !== "string") continue;
    const expected = `${url}/${path}`;
    if (document["url"] === expected) continue;
    transaction.write(
      id,
      { ...document, url: expected, _rev: transaction.id, _updatedAt: transaction.timestamp },
      { patch: { id, set: { url: expected } } },
    );
  }
  const finished = transaction.finish(localAdministrator.id);
  if (finished.changes.length > 0) store.commit(finished);
}
