import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";

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

export interface PreviewSessions {
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
