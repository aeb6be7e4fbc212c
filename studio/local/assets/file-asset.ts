import { extname } from "node:path";

/** Parts of the name under which a file that is no picture is stored and served. */
export interface FileAsset {
  sha1: string;
  extension: string;
}

const FILE_NAME = /^([0-9a-f]{40})\.([a-z0-9]{1,16})$/;

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
  const [, sha1, extension] = FILE_NAME.exec(name) ?? [];
  return sha1 && extension ? { sha1, extension } : undefined;
}
