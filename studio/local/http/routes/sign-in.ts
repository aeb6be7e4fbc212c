import { setCookie } from "hono/cookie";
import { localAccounts } from "../../local-accounts.ts";
import type { Lake } from "../../lake.ts";
import { ACCOUNT_COOKIE, SIGNED_OUT, tokenOf } from "../access.ts";
import { malformed } from "../api-error.ts";
import { accountOf, type Endpoint, pathParameter, type RequestContext } from "../endpoint.ts";

const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Where the Studio's sign-in screen leads, one account each; it offers them where it is told to. */
function listProviders(context: RequestContext, { url }: Lake): Response {
  const providers = localAccounts.map(({ id, name }) => ({
    name: id,
    title: name,
    url: `${url}/v1/auth/enter/${id}`,
  }));
  return context.json({ providers, thirdPartyLogin: true, sso: null });
}

/** Signs in as the account of the path and leads back to the page of the studio in `origin`. */
function enter(context: RequestContext, { studioOrigins }: Lake): Response {
  const account = localAccounts.find(({ id }) => id === pathParameter(context, "account"));
  const target = URL.parse(context.req.query("origin") ?? "");
  if (!account || !target || !studioOrigins.includes(target.origin)) {
    throw malformed("There is no such account, or no such studio to come back to");
  }
  keep(context, account.id);
  return context.redirect(target.href, 303);
}

function leave(context: RequestContext): Response {
  keep(context, SIGNED_OUT);
  return context.json({ ok: true });
}

function keep(context: RequestContext, account: string): void {
  setCookie(context, ACCOUNT_COOKIE, account, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: MONTH_SECONDS,
  });
}

export const signInEndpoints: Endpoint[] = [
  { method: "GET", path: "/auth/providers", access: "visitor", handle: listProviders },
  { method: "GET", path: "/auth/enter/:account", access: "visitor", handle: enter },
  {
    method: "GET",
    path: "/auth/token",
    access: "editor",
    handle: (c, lake) => c.json({ token: tokenOf(accountOf(c), lake) }),
  },
  { method: "POST", path: "/auth/logout", access: "editor", handle: leave },
];
