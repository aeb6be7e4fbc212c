import { z } from "zod";
import { replaceJson } from "./shim.ts";
import type { Shim } from "./shim.ts";

const signedSchema = z.looseObject({ signedUrl: z.string() });
const answerSchema = z.union([signedSchema, z.array(signedSchema)]);

/**
 * Signed URLs as the storage server gives and takes them: the property is `signedURL`, its
 * path is relative to /storage/v1, `download` asks for an attachment, and a token that is
 * forged or too old is refused with 400.
 */
export const signedUrl: Shim = async (request, next) => {
  const url = new URL(request.url);
  if (!url.pathname.startsWith("/storage/v1/object/sign/")) return next(request);
  const response = await next(request);

  if (request.method === "POST") {
    if (!response.ok) return response;
    const body = answerSchema.parse(await response.json());
    return replaceJson(response, Array.isArray(body) ? body.map(rename) : rename(body));
  }
  if (response.status >= 500) {
    return replaceJson(
      response,
      { statusCode: "400", error: "InvalidJWT", message: "The token is invalid or has expired" },
      400,
    );
  }
  const download = url.searchParams.get("download");
  if (!response.ok || download === null) return response;
  const name = download || decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  const headers = new Headers(response.headers);
  headers.set("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  return new Response(response.body, { status: response.status, headers });
};

function rename({ signedUrl: url, ...rest }: z.output<typeof signedSchema>) {
  return { ...rest, signedURL: url ? url.replace(/^\/storage\/v1/, "") : null };
}
