import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  type AssetFile,
  MIME_TYPES,
  assetFileName,
  fileAssetId,
  fileAssetName,
  parseAssetFileName,
  parseFileAssetName,
} from "../../assets/files.ts";
import {
  type ImageParameters,
  keepsPixels,
  parseImageParameters,
  transformImage,
} from "../../assets/images.ts";
import type { Lake } from "../../lake.ts";
import { ApiError } from "../api-error.ts";
import { type Endpoint, type RequestContext, pathParameter } from "../endpoint.ts";

/** An original or an image derived from it. Assets are public, as in hosted Sanity. */
async function getImage(context: RequestContext, lake: Lake): Promise<Response> {
  const file = parseAssetFileName(pathParameter(context, "name"));
  const path = file && join(lake.assetDirectory, assetFileName(file));
  const parameters = parseImageParameters(context.req.query());
  if (!file || !path || !(await exists(path))) {
    throw new ApiError(404, "notFoundError", "There is no such image");
  }
  if (parameters.fm === "json") return context.json({ ...file, format: file.extension });
  const extension = extensionFor(file, parameters, context.req.header("accept") ?? "");
  const bytes = isOriginal(file, parameters, extension)
    ? await readFile(path)
    : await lake.imageCache.read(cacheKey(file, parameters, extension), () =>
        transformImage(path, file, parameters, extension),
      );
  const contentType = MIME_TYPES[extension] ?? "application/octet-stream";
  const name = `${file.sha1}.${extension}`;
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...assetHeaders(context, { length: bytes.length, contentType, name }),
      ...(parameters.auto && { vary: "accept" }),
    },
  });
}

/** The format of the answer: the one asked for, WebP where it is understood, or the same. */
function extensionFor(file: AssetFile, { fm, auto }: ImageParameters, accept: string): string {
  if (fm !== undefined) return fm === "pjpg" ? "jpg" : fm;
  if (file.extension === "svg") return "svg";
  return auto === "format" && accept.includes("image/webp") ? "webp" : file.extension;
}

/** Vector images scale by themselves; others are sent as they are when nothing is asked. */
function isOriginal(file: AssetFile, parameters: ImageParameters, extension: string): boolean {
  if (extension !== file.extension) return false;
  return extension === "svg" || keepsPixels(parameters);
}

function cacheKey(file: AssetFile, parameters: ImageParameters, extension: string): string {
  const wanted = createHash("sha256").update(JSON.stringify(parameters)).digest("hex").slice(0, 24);
  return `${file.sha1}-${wanted}.${extension}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export const imageEndpoints: Endpoint[] = [
  {
    method: "GET",
    path: "/images/:project/:dataset/:name",
    unversioned: true,
    access: "visitor",
    handle: getImage,
  },
];

const fileDocumentSchema = z.object({
  mimeType: z.string(),
  originalFilename: z.string().optional(),
});

/** An uploaded file. Assets are public, as in hosted Sanity. */
async function getFile(context: RequestContext, lake: Lake): Promise<Response> {
  const file = parseFileAssetName(pathParameter(context, "name"));
  const document = file && lake.store.documents.get(fileAssetId(file));
  if (!file || !document) throw new ApiError(404, "notFoundError", "There is no such file");
  const bytes = await readFile(join(lake.fileDirectory, fileAssetName(file)));
  const { originalFilename: name = fileAssetName(file), mimeType: contentType } =
    fileDocumentSchema.parse(document);
  return new Response(new Uint8Array(bytes), {
    headers: assetHeaders(context, { length: bytes.length, contentType, name }),
  });
}

export const fileEndpoints: Endpoint[] = [
  {
    method: "GET",
    path: "/files/:project/:dataset/:name",
    unversioned: true,
    access: "visitor",
    handle: getFile,
  },
];

/** Assets never change: their name is a hash of what they hold. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Headers of an answer whose bytes came from a client. With `dl` in the URL a browser saves them, under
 * the name that `dl` gives or else the original's (RFC 6266).
 */
function assetHeaders(
  context: RequestContext,
  { length, contentType, name }: { length: number; contentType: string; name: string },
): Record<string, string> {
  const wanted = context.req.query("dl");
  const saved = encodeURIComponent(wanted === undefined || wanted === "" ? name : wanted);
  return {
    "content-type": contentType,
    "content-length": String(length),
    "cache-control": FOREVER,
    "x-content-type-options": "nosniff",
    // A document opened on its own must not run scripts on this origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(wanted !== undefined && { "content-disposition": `attachment; filename*=UTF-8''${saved}` }),
  };
}
