const BASE = "https://own.invalid";

/**
 * Whether a target stays on the site however a browser reads it: `/<tab>/host`, `/\host` and
 * `/.//host` do not. The site judges by the same rule (`web/config/path-within-site.ts`).
 */
export function isWithinSite(target: string): boolean {
  if (!target.startsWith("/") || /\p{Cc}/u.test(target) || !URL.canParse(target, BASE))
    return false;
  const { origin, pathname } = new URL(target, BASE);
  return origin === BASE && !pathname.startsWith("//");
}
