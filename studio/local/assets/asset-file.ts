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
