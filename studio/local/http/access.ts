import { parse as parseCookies } from "hono/utils/cookie";
import { createHmac } from "node:crypto";
import { type LocalAccount, localAccounts, localAdministrator } from "../local-accounts.ts";
import { ApiError } from "./api-error.ts";

/** Editors change what their account is granted, viewers read all of it; visitors read what is published. */
export type Role = "editor" | "viewer" | "visitor";

/** Who is asking; editors have an account. */
export type Identity =
  | { role: "editor"; account: LocalAccount }
  | { role: "viewer" | "visitor"; account?: undefined };

export interface AccessRules {
  token: string;
  /** Who shows this one reads drafts and releases, too; without it nobody does so without `token`. */
  viewerToken?: string | undefined;
  studioOrigins: readonly string[];
}

/** Browsers never ask a name server about names under localhost (RFC 6761, section 6.3). */
const LOOPBACK_HOST = /^(?:(?:[a-z0-9-]+\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Holds the id of the account that was chosen in the studio, or `SIGNED_OUT`. */
export const ACCOUNT_COOKIE = "payser-studio-account";
export const SIGNED_OUT = "nobody";

/** Shows who somebody is to whom the studio's cookie does not come, such as a function. */
export function tokenOf({ id }: LocalAccount, { token }: AccessRules): string {
  return `${id}.${createHmac("sha256", token).update(id).digest("base64url")}`;
}

/**
 * Who is asking: administrators and viewers show a token; a page of the studio has the account that
 * was chosen there, or the administrator's until one is. A wrong token is refused (401) rather than
 * taken for a visitor.
 */
export function identify(headers: Headers, rules: AccessRules): Identity {
  const { token, viewerToken, studioOrigins } = rules;
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    if (authorization === `Bearer ${token}`) return { role: "editor", account: localAdministrator };
    if (viewerToken && authorization === `Bearer ${viewerToken}`) return { role: "viewer" };
    const owner = localAccounts.find(
      (known) => authorization === `Bearer ${tokenOf(known, rules)}`,
    );
    if (owner) return { role: "editor", account: owner };
    throw new ApiError(401, "unauthorizedError", "The token is not valid here");
  }
  if (!studioOrigins.includes(headers.get("origin") ?? "")) return { role: "visitor" };
  const chosen = parseCookies(headers.get("cookie") ?? "", ACCOUNT_COOKIE)[ACCOUNT_COOKIE];
  if (chosen === SIGNED_OUT) return { role: "visitor" };
  const account = localAccounts.find(({ id }) => id === chosen) ?? localAdministrator;
  return { role: "editor", account };
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
