import { setCookie } from "hono/cookie";
import { localAccounts } from "../../local-accounts.ts";
import { ACCOUNT_COOKIE, SIGNED_OUT, tokenOf } from "../access.ts";
import { malformed } from "../api-error.ts";
import {
  type Lake,
  type RequestContext,
  accountOf,
  pathParameter,
  get,
  post,
} from "../endpoint.ts";

const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Lists the accounts for the Studio's sign-in screen, each with the URL that signs in the account. */
function listProviders(context: RequestContext, { url }: Lake): Response {
  const providers = localAccounts.map(({ id, name }) => ({
    name: id,
    title: name,
    url: `${url}/v1/auth/enter/${id}`,
  }));
  return context.json({ providers, thirdPartyLogin: true, sso: null });
}

/** Signs in with the account that the path names, and redirects to the studio's page that `origin` names. */
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

export const signInEndpoints = [
  get("/auth/providers", "visitor", listProviders),
  get("/auth/enter/:account", "visitor", enter),
  get("/auth/token", "editor", (c, lake) => c.json({ token: tokenOf(accountOf(c), lake) })),
  post("/auth/logout", "editor", leave),
];

/**
 * Answers to requests of the Studio that are not about content, by path. Empty answers hide features such as Sanity's
 * advertisements and help. Error responses would fill the console and open dialogs. `/features` lists the features that
 * this server supports: releases and the scheduling of single documents.
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

export const studioExtraEndpoints = Object.entries(answers).map(([path, answer]) =>
  get(path, "editor", () => Response.json(answer)),
);
