import type { SanityClient } from "@sanity/client";
import { validatePreviewUrl } from "@sanity/preview-url-secret";
import { urlSearchParamPreviewPerspective } from "@sanity/preview-url-secret/constants";
import { type Context, Hono } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { createHmac } from "node:crypto";
import { pathWithinSite } from "../../config/path-within-site.ts";
import { paths, previewPaths } from "../../config/paths.ts";
import { createRateLimit } from "../http/limits.ts";
import { plainReply, transportHeaders } from "../http/security-headers.ts";
import { noStoreHeaders } from "./preview-pages.ts";

/** Limit of attempts to start a session. An attempt queries the content API. Opening the studio makes one attempt. */
const TRIES = { perKey: 30, inAll: 300, windowMs: 60_000 };

interface PreviewAccess {
  /** Sanity client that may read drafts and the studio's secrets. */
  client: SanityClient;
  sessions: PreviewSessions;
  siteUrl: string;
  /** Returns the visitor's network. Rate limits count the attempts of each network. */
  networkOf: (context: Context) => string;
}

/** Creates the endpoints that start a preview session, change its perspective, and end it. */
export function createPreviewAccess(access: PreviewAccess): Hono {
  const { client, sessions, siteUrl, networkOf } = access;
  const app = new Hono();
  const isWithinLimit = createRateLimit(TRIES);

  app.get(previewPaths.enable, async (c) => {
    if (!isWithinLimit(networkOf(c))) return plainReply("Tente de novo em um minuto.", 429);
    const { isValid, redirectTo, studioPreviewPerspective } = await validatePreviewUrl(
      client,
      c.req.url,
    );
    const begun = isValid && (await sessions.begin(c, studioPreviewPerspective ?? "drafts"));
    if (!begun) return plainReply("Abra a pré-visualização pelo estúdio.", 401);
    return redirect(c, withoutPerspective(redirectTo));
  });

  app.get(previewPaths.disable, (c) => {
    sessions.end(c);
    return redirect(c, pathWithinSite(c.req.query("caminho") ?? "") ?? paths.home);
  });

  app.post(previewPaths.perspective, async (c) => {
    const isOwn =
      c.req.header("sec-fetch-site") === "same-origin" || c.req.header("origin") === siteUrl;
    if (!isOwn || !(await sessions.perspectiveOf(c))) return plainReply("Não permitido.", 403);
    const begun = await sessions.begin(c, (await c.req.text()).slice(0, 2_000));
    if (!begun) return plainReply("Perspectiva inválida.", 400);
    return c.body(null, 204, { ...transportHeaders, ...noStoreHeaders });
  });

  return app;
}

function redirect(context: Context, location: string): Response {
  return context.body(null, 302, { ...transportHeaders, ...noStoreHeaders, location });
}

/**
 * Returns the path of the page that the studio wants to show. Removes the perspective parameter that the studio adds.
 * Returns the home page for a URL of another site.
 */
function withoutPerspective(target: string | undefined): string {
  const path = pathWithinSite(target ?? "");
  if (!path) return paths.home;
  const url = new URL(path, "http://site");
  url.searchParams.delete(urlSearchParamPreviewPerspective);
  return url.pathname + url.search + url.hash;
}

const NAME = "payser-preview";
/** Lifetime of a preview session, about a working day. Afterwards the studio creates a new secret by itself. */
const LIFETIME_SECONDS = 10 * 60 * 60;
/** Perspectives, highest priority first: "drafts", "published" or ids of Sanity releases. */
const PERSPECTIVE = /^(?!raw\b)[\w-]{1,64}(?:,(?!raw\b)[\w-]{1,64}){0,20}$/;

/**
 * Attributes of the session cookie. The studio has another origin and shows the site in a frame. Browsers send the
 * partitioned cookie (CHIPS) only there.
 */
const attributes = {
  prefix: "host",
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "None",
  partitioned: true,
} as const;

type PreviewSessions = ReturnType<typeof createPreviewSessions>;

/** Creates preview sessions, which are stored only in the cookies of the editors. */
export function createPreviewSessions(token: string, now: () => number = Date.now) {
  // The key that signs the cookies is derived from the Sanity API token, so that a new token ends all sessions.
  const key = createHmac("sha256", token).update("preview sessions of the site").digest("hex");
  return {
    /** Starts a session or changes its perspective. Returns false when the perspective is invalid. */
    async begin(context: Context, perspective: string): Promise<boolean> {
      if (!PERSPECTIVE.test(perspective)) return false;
      const until = now() + LIFETIME_SECONDS * 1000;
      const options = { ...attributes, maxAge: LIFETIME_SECONDS };
      await setSignedCookie(context, NAME, `${until}:${perspective}`, key, options);
      return true;
    },
    /** Returns the perspective from the session cookie, if the signature is valid and the session has not expired. */
    async perspectiveOf(context: Context): Promise<string | undefined> {
      const value = await getSignedCookie(context, key, NAME, "host");
      const [until, perspective] = value ? value.split(":") : [];
      return Number(until) > now() && perspective ? perspective : undefined;
    },
    end: (context: Context) => void deleteCookie(context, NAME, attributes),
  };
}
