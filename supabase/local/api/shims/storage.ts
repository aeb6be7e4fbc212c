import { z } from "zod";
import { type Shim, replaceJson } from "./shim.ts";

/**
 * supabase-js sends a file as multipart/form-data in a field without a name; the API looks
 * for a field named "file". The file goes on as a plain body, which both understand.
 */
export const multipartUpload: Shim = async (request, next) => {
  const { pathname } = new URL(request.url);
  const isUpload =
    pathname.startsWith("/storage/v1/object/") &&
    (request.method === "POST" || request.method === "PUT") &&
    request.headers.get("content-type")?.startsWith("multipart/form-data");
  if (!isUpload) return next(request);

  const form = await request.formData();
  const file = form.get("") ?? form.get("file");
  if (!(file instanceof File)) {
    return Response.json(
      { statusCode: "400", error: "InvalidRequest", message: "Missing file in multipart upload" },
      { status: 400 },
    );
  }
  const headers = new Headers(request.headers);
  headers.set("content-type", file.type || "application/octet-stream");
  headers.set("content-length", String(file.size));
  const cacheControl = form.get("cacheControl");
  if (typeof cacheControl === "string") headers.set("cache-control", `max-age=${cacheControl}`);
  return next(
    new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() }),
  );
};

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

const busyFiles = new Map<string, Promise<unknown>>();

/**
 * One request after the other for each file: @supabase/lite writes what it knows of a file in place,
 * and whoever reads that meanwhile finds half of it.
 */
export const oneFileAtATime: Shim = (request, next) => {
  const { pathname } = new URL(request.url);
  const [, file] = /^\/storage\/v1\/object\/(?:sign\/|authenticated\/)?(.+)$/.exec(pathname) ?? [];
  if (file === undefined) return next(request);
  const answer = (busyFiles.get(file) ?? Promise.resolve()).then(() => next(request));
  const done = answer.then(
    () => {},
    () => {},
  );
  busyFiles.set(file, done);
  void done.then(() => {
    if (busyFiles.get(file) === done) busyFiles.delete(file);
  });
  return answer;
};
