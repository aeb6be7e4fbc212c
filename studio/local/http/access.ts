import { ApiError } from "./api-error.ts";

/** Editors may do everything, viewers read all of it; visitors read what is published. */
export type Role = "editor" | "viewer" | "visitor";

export interface AccessRules {
  token: string;
  /** Who shows this one reads drafts and releases, too; without it nobody does so without `token`. */
  viewerToken?: string | undefined;
  studioOrigins: readonly string[];
}

/** Browsers never ask a name server about names under localhost (RFC 6761, section 6.3). */
const LOOPBACK_HOST = /^(?:(?:[a-z0-9-]+\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Who is asking: editors and viewers show a token; an editor may come from a page of the studio.
 * A wrong token is refused (401) rather than taken for a visitor.
 */
export function roleOf(headers: Headers, { token, viewerToken, studioOrigins }: AccessRules): Role {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    if (authorization === `Bearer ${token}`) return "editor";
    if (viewerToken && authorization === `Bearer ${viewerToken}`) return "viewer";
    throw new ApiError(401, "unauthorizedError", "The token is not valid here");
  }
  return studioOrigins.includes(headers.get("origin") ?? "") ? "editor" : "visitor";
}

/** Refuses names that only seem to be this machine: a page could point its own name here. */
export function requireLoopbackHost(headers: Headers): void {
  if (!LOOPBACK_HOST.test(headers.get("host") ?? "")) {
    throw new ApiError(421, "hostNotAllowedError", "This server answers to loopback names only");
  }
}

/** Headers that let a browser read the answer; only the studio may send credentials. */
export function corsHeaders(
  headers: Headers,
  studioOrigins: readonly string[],
): Record<string, string> {
  const origin = headers.get("origin");
  if (origin === null) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers":
      headers.get("access-control-request-headers") ?? "authorization, content-type",
    "access-control-expose-headers": "*",
    "access-control-max-age": "600",
    ...(studioOrigins.includes(origin) && { "access-control-allow-credentials": "true" }),
    vary: "origin",
  };
}
