/** Handler that runs before the API and can change the API's answer. `next` passes the request on. */
export type Shim = (request: Request, next: Next) => Promise<Response>;
export type Next = (request: Request) => Promise<Response>;

/** Chains the shims before `last`. The first shim in the list receives the HTTP request first. */
export function applyShims(shims: Shim[], last: Next): Next {
  return shims.reduceRight<Next>((next, shim) => (request) => shim(request, next), last);
}

export function replaceJson(response: Response, body: unknown, status = response.status): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}

export function authError(status: number, code: string, msg: string): Response {
  return Response.json(
    { code: status, error_code: code, msg },
    { status, headers: { "x-sb-error-code": code } },
  );
}

/** Reads the JSON of an HTTP request without using up the body. Returns null when the body is not JSON. */
export function peekJson(request: Request): Promise<unknown> {
  return request
    .clone()
    .json()
    .catch(() => null);
}

/** Answers 503 when the API is late. A query whose connection broke is lost, so the API would never answer. */
export function answerInTime(milliseconds: number): Shim {
  return async (request, next) => {
    const late = Promise.withResolvers<Response>();
    const timer = setTimeout(() => {
      const body = { code: "PGRST003", message: "Timed out", details: null, hint: null };
      // Pages of any origin may read this answer, like every other answer of the data API.
      const headers = { "access-control-allow-origin": "*" };
      late.resolve(Response.json(body, { status: 503, headers }));
    }, milliseconds);
    return Promise.race([next(request), late.promise]).finally(() => clearTimeout(timer));
  };
}

/** Refuses file names with control characters, like the storage server. The API passes such names to the database. */
export const pathCharacters: Shim = async (request, next) => {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/storage/v1/") || !/%(?:[01][0-9a-f]|7f)/i.test(pathname)) {
    return next(request);
  }
  const body = { statusCode: "400", error: "InvalidKey", message: "Invalid key" };
  return replaceJson(new Response(null), body, 400);
};

/** HTTP headers that supabase-js sends and reads. The auth server of a hosted project allows the same headers. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "apikey, authorization, content-type, x-client-info, x-supabase-api-version",
  "access-control-expose-headers": "x-supabase-api-version, x-sb-error-code",
  "access-control-max-age": "86400",
};

/** Lets pages of other origins call /auth/v1. The API's own preflight answer does not list the allowed headers. */
export const authForPages: Shim = async (request, next) => {
  const isAuth = new URL(request.url).pathname.startsWith("/auth/v1/");
  if (!isAuth || !request.headers.has("origin")) return next(request);
  if (request.method === "OPTIONS")
    return new Response(null, { status: 204, headers: corsHeaders });
  const { status, body, headers: received } = await next(request);
  const headers = new Headers(received);
  headers.delete("access-control-allow-credentials");
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  return new Response(body, { status, headers });
};

/** Lets other origins call /rest/v1/rpc, like PostgREST. The API would answer the preflight request with 404. */
export const functionsForPages: Shim = async (request, next) => {
  const isCall = new URL(request.url).pathname.startsWith("/rest/v1/rpc/");
  if (!isCall || request.method !== "OPTIONS") return next(request);
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, HEAD, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": "86400",
  };
  return new Response(null, { status: 204, headers });
};
