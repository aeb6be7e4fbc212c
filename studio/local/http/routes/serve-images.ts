import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  type AssetFile,
  MIME_TYPES,
  assetFileName,
  FILE_OF_ANY_KIND,
  assetId,
  parseAssetFileName,
} from "../../assets/files.ts";
import {
  type ImageParameters,
  keepsPixels,
  parseImageParameters,
  transformImage,
} from "../../assets/images.ts";
import { ApiError } from "../api-error.ts";
import { type Lake, type RequestContext, pathParameter, get } from "../endpoint.ts";

/** Sends an original image or a changed copy. Images are public, like images of hosted Sanity. */
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

/** Returns the file extension: the requested one, or else WebP when the client accepts it, or else the original one. */
function extensionFor(file: AssetFile, { fm, auto }: ImageParameters, accept: string): string {
  if (fm !== undefined) return fm === "pjpg" ? "jpg" : fm;
  if (file.extension === "svg") return "svg";
  return auto === "format" && accept.includes("image/webp") ? "webp" : file.extension;
}

/** Returns whether the original is sent: always for vector images, for other images only when nothing changes. */
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

const fileDocumentSchema = z.object({
  mimeType: z.string(),
  originalFilename: z.string().optional(),
});

/** Sends an uploaded file. Files are public, like files of hosted Sanity. */
async function getFile(context: RequestContext, lake: Lake): Promise<Response> {
  const file = pathParameter(context, "name");
  const isOurs = FILE_OF_ANY_KIND.test(file);
  const document = isOurs ? lake.store.documents.get(assetId("file", file)) : undefined;
  if (!document) throw new ApiError(404, "notFoundError", "There is no such file");
  const bytes = await readFile(join(lake.fileDirectory, file));
  const { originalFilename: name = file, mimeType: contentType } =
    fileDocumentSchema.parse(document);
  return new Response(new Uint8Array(bytes), {
    headers: assetHeaders(context, { length: bytes.length, contentType, name }),
  });
}

export const assetEndpoints = [
  { ...get("/images/:project/:dataset/:name", "visitor", getImage), unversioned: true as const },
  { ...get("/files/:project/:dataset/:name", "visitor", getFile), unversioned: true as const },
];

/** Cache header for images and files, which never change, because each name is a hash of the bytes. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Returns an uploaded file's headers. With `dl`, browsers save the file under the value of `dl` or the original name
 * (RFC 6266).
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
    // An uploaded file that is opened in a browser tab must not run scripts on this origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(wanted !== undefined && { "content-disposition": `attachment; filename*=UTF-8''${saved}` }),
  };
}
