import { z } from "zod";
import { type Shim, replaceJson } from "./shim.ts";

/** Passes an upload on as a plain body, because the API refuses the nameless form field that supabase-js sends. */
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

/** Handles signed URLs like the storage server: field `signedURL`, relative path, option `download`, 400 if forged. */
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

/** Handles requests for one file in turn. Otherwise a request could read metadata that another request rewrites. */
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
