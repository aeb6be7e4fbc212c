import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "../api-error.ts";
import {
  type AssetFile,
  assetFileName,
  MIME_TYPES,
  parseAssetFileName,
} from "../../assets/asset-file.ts";
import { assetHeaders } from "../download-headers.ts";
import { type Endpoint, pathParameter, type RequestContext } from "../endpoint.ts";
import {
  type ImageParameters,
  keepsPixels,
  parseImageParameters,
} from "../../assets/image-parameters.ts";
import type { Lake } from "../../lake.ts";
import { transformImage } from "../../assets/transform-image.ts";

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
