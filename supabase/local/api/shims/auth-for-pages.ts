import type { Shim } from "./shim.ts";

/** What supabase-js sends and reads; the auth server of a hosted project allows the same. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "apikey, authorization, content-type, x-client-info, x-supabase-api-version",
  "access-control-expose-headers": "x-supabase-api-version, x-sb-error-code",
  "access-control-max-age": "86400",
};

/** Lets pages of other origins call /auth/v1, whose own preflight answer names no headers. */
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
