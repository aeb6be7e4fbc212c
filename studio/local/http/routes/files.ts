import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import { assetHeaders } from "../download-headers.ts";
import { type Endpoint, pathParameter, type RequestContext } from "../endpoint.ts";
import { fileAssetId, fileAssetName, parseFileAssetName } from "../../assets/file-asset.ts";
import type { Lake } from "../../lake.ts";

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
