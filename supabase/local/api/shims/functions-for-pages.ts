import type { Shim } from "./shim.ts";

/**
 * Lets pages of other origins call /rest/v1/rpc as PostgREST does; the stand-in's own preflight
 * answer is 404 for every database function that takes parameters.
 */
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
