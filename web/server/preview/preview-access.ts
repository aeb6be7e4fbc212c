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
import { unkeptHeaders } from "./preview-pages.ts";

/** Each try asks the content API; an editor makes one when the studio is opened. */
const TRIES = { perKey: 30, inAll: 300, windowMs: 60_000 };

interface PreviewAccess {
  /** Sees drafts, and so the studio's secrets. */
  client: SanityClient;
  sessions: PreviewSessions;
  siteUrl: string;
  /** Whom a limit counts as one. */
  networkOf: (context: Context) => string;
}

/** How an editor begins to see drafts, with a secret of the studio's, and ceases to. */
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
    return c.body(null, 204, { ...transportHeaders, ...unkeptHeaders });
  });

  return app;
}

function redirect(context: Context, location: string): Response {
  return context.body(null, 302, { ...transportHeaders, ...unkeptHeaders, location });
}

/** A path of this site, without the perspective that the studio told in it. */
function withoutPerspective(target: string | undefined): string {
  const path = pathWithinSite(target ?? "");
  if (!path) return paths.home;
  const [address = "", hash = ""] = path.split("#");
  const [pathname = "", search = ""] = address.split("?");
  const parameters = new URLSearchParams(search);
  parameters.delete(urlSearchParamPreviewPerspective);
  return pathname + (parameters.size > 0 ? `?${parameters}` : "") + (hash && `#${hash}`);
}

const NAME = "payser-preview";
/** As long as a working day; the studio then makes a new secret by itself. */
const LIFETIME_SECONDS = 10 * 60 * 60;
/** Names of perspectives in falling rank: "drafts", "published" or ids of releases. */
const PERSPECTIVE = /^(?!raw\b)[\w-]{1,64}(?:,(?!raw\b)[\w-]{1,64}){0,20}$/;

/** As the studio's frame is on another origin, and only within that frame (CHIPS). */
const attributes = {
  prefix: "host",
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "None",
  partitioned: true,
} as const;

interface PreviewSessions {
  /** Begins one, or goes on with another perspective. False for what is no perspective. */
  begin(context: Context, perspective: string): Promise<boolean>;
  /** The perspective of who shows a cookie that we signed and that has not run out. */
  perspectiveOf(context: Context): Promise<string | undefined>;
  end(context: Context): void;
}

/** Sessions of editors who see drafts, kept by their browsers: nothing is stored here. */
export function createPreviewSessions(
  token: string,
  now: () => number = Date.now,
): PreviewSessions {
  // Whoever may read drafts could make one: another token ends them all.
  const key = createHmac("sha256", token).update("preview sessions of the site").digest("hex");
  return {
    async begin(context, perspective) {
      if (!PERSPECTIVE.test(perspective)) return false;
      const until = now() + LIFETIME_SECONDS * 1000;
      const options = { ...attributes, maxAge: LIFETIME_SECONDS };
      await setSignedCookie(context, NAME, `${until}:${perspective}`, key, options);
      return true;
    },
    async perspectiveOf(context) {
      const value = await getSignedCookie(context, key, NAME, "host");
      const [until, perspective] = value ? value.split(":") : [];
      return Number(until) > now() && perspective ? perspective : undefined;
    },
    end: (context) => void deleteCookie(context, NAME, attributes),
  };
}
