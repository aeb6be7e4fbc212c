import { setCookie } from "hono/cookie";
import type { Lake } from "../../lake.ts";
import { localAccounts } from "../../local-accounts.ts";
import { ACCOUNT_COOKIE, SIGNED_OUT, tokenOf } from "../access.ts";
import { malformed } from "../api-error.ts";
import { type Endpoint, type RequestContext, accountOf, pathParameter } from "../endpoint.ts";

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

/**
 * What the Studio asks for beyond content: offers, help, installed applications. The empty
 * answers below hide those parts; an error would fill the console and raise dialogs. Releases and
 * the scheduling of single documents are features that this lake has.
 */
const answers: Record<string, unknown> = {
  "/features": ["contentReleases", "singleDocRelease"],
  "/help": { resources: { sectionArray: [] } },
  "/journey/announcements": [],
  "/journey/:offer": null,
  "/projects/:project/new-content-release-allowed": {
    data: {
      datasetReleaseLimit: 1_000,
      orgActiveReleaseLimit: null,
      orgMeteredActiveReleaseCount: 0,
    },
  },
  "/projects/:project/user-applications": [],
  "/subscriptions/project/:project": null,
  "/access/requests/me": [],
  "/intake/telemetry-status": { status: "denied" },
};

export const studioExtraEndpoints: Endpoint[] = Object.entries(answers).map(([path, answer]) => ({
  method: "GET",
  path,
  access: "editor",
  handle: () => Response.json(answer),
}));
