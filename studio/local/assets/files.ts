import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { beginTransaction } from "../documents/pending-transaction.ts";
import { localAdministrator } from "../local-accounts.ts";
import type { Store } from "../store.ts";

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

/** Returns the id of an asset document: the kind, then the file name with hyphens. */
export function assetId(kind: "image" | "file", fileName: string): string {
  return `${kind}-${fileName.replace(".", "-")}`;
}

/** Parses an image's file name. Returns undefined for a name that this server never gives, so no other file is read. */
export function parseAssetFileName(name: string): AssetFile | undefined {
  const [, sha1, width, height, extension] = FILE_NAME.exec(name) ?? [];
  if (!sha1 || !width || !height || !extension) return undefined;
  return { sha1, width: Number(width), height: Number(height), extension };
}

/** Matches the name under which a file that is not a picture is stored and served. */
export const FILE_OF_ANY_KIND = /^[0-9a-f]{40}\.[a-z0-9]{1,16}$/;

/** File extension for files of unknown type. */
const UNKNOWN = "bin";

/** Returns the extension of a client's file name, or `UNKNOWN` for an extension that is unsafe in a path. */
export function extensionOf(originalName: string | undefined): string {
  const extension = extname(originalName ?? "")
    .slice(1)
    .toLowerCase();
  return /^[a-z0-9]{1,16}$/.test(extension) ? extension : UNKNOWN;
}

const ASSET_TYPES = ["sanity.imageAsset", "sanity.fileAsset"];

/** Updates the URLs in asset documents when the server now runs on another port. */
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
