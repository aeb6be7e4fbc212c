import { parse as parseCookies } from "hono/utils/cookie";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { ServerType } from "@hono/node-server";
import { type LocalAccount, localAccounts, localAdministrator } from "../local-accounts.ts";
import { ApiError } from "./api-error.ts";

/** Rights of a caller. Editors write what their account allows, viewers read all, visitors read published content. */
export type Role = "editor" | "viewer" | "visitor";

/** Caller of an HTTP request. Only editors have an account. */
export type Identity =
  | { role: "editor"; account: LocalAccount }
  | { role: "viewer" | "visitor"; account?: undefined };

export interface AccessRules {
  /** Token that allows everything. */
  token: string;
  /** Token that allows reading drafts and Sanity releases. When absent, only `token` allows such reading. */
  viewerToken?: string | undefined;
  /** Origins of the studio, whose pages may do everything without a token. */
  studioOrigins: readonly string[];
}

/** Matches hosts that lead to this machine, such as names under localhost (RFC 6761, section 6.3). */
const LOOPBACK_HOST = /^(?:(?:[a-z0-9-]+\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Name of the cookie with the id of the account that the editor chose in the studio, or `SIGNED_OUT`. */
export const ACCOUNT_COOKIE = "payser-studio-account";
export const SIGNED_OUT = "nobody";

/** Returns the token of an account, for servers that do not have the studio's cookie, such as edge functions. */
export function tokenOf({ id }: LocalAccount, { token }: AccessRules): string {
  return `${id}.${createHmac("sha256", token).update(id).digest("base64url")}`;
}

/**
 * Identifies the caller of an HTTP request. Administrators and viewers send a token. Pages of the studio send a cookie
 * with the chosen account; without the cookie, the administrator is assumed. A request with a wrong token is refused
 * (401), and is never treated as a visitor's request.
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

/** Makes a server listen on the loopback address and returns its port. Port 0 selects a free port. */
export async function listenOnLoopback(server: ServerType, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return address.port;
}

export async function closeServer(server: ServerType): Promise<void> {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  await once(server, "close");
}

/** Refuses all host names except loopback names. Web pages could otherwise reach this server through DNS rebinding. */
export function requireLoopbackHost(headers: Headers): void {
  if (!LOOPBACK_HOST.test(headers.get("host") ?? "")) {
    throw new ApiError(421, "hostNotAllowedError", "This server answers to loopback names only");
  }
}

/** Returns the headers that let a browser read a response. Only pages of the studio may send credentials. */
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
