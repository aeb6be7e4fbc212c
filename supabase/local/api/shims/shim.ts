/** Sees each request before the API and each answer after it. */
export type Shim = (request: Request, next: Next) => Promise<Response>;
export type Next = (request: Request) => Promise<Response>;

/** Wraps `last` so that the first shim sees a request first. */
export function applyShims(shims: Shim[], last: Next): Next {
  return shims.reduceRight<Next>((next, shim) => (request) => shim(request, next), last);
}

/** The JSON of an answer, and a way to answer with other JSON under the same headers. */
export function replaceJson(response: Response, body: unknown, status = response.status): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}
