import type { Shim } from "./shim.ts";

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
