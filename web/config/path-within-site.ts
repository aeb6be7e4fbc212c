import { paths } from "./paths.ts";

const BASE = "https://own.invalid";

/** Returns the normalised path if the URL is on this site, else null. All redirect targets must pass this check. */
export function pathWithinSite(target: string): string | null {
  if (!target.startsWith("/") || hasControl(target) || !URL.canParse(target, BASE)) return null;
  const { origin, pathname, search, hash } = new URL(target, BASE);
  // `/.//host` resolves to the path `//host`. Browsers would read this path as a URL of another host, although
  // `/.//host` is within the site.
  return origin === BASE && !pathname.startsWith("//") ? pathname + search + hash : null;
}

/** Returns true for text with control characters. Browsers drop tabs, so `/<tab>/host` would lead to `//host`. */
function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

const parameter = "voltar";

/** Returns the path of the login screen. After the login, people return to `from` (domain decision 3). */
export function loginPath(from: string): string {
  return `${paths.login}?${new URLSearchParams({ [parameter]: from })}`;
}

/**
 * Returns the path that opens after a login, or null. A URL of another site gives null, because a link could lure
 * people to that site through our login. The path of the login itself also gives null.
 */
export function returnPath(query: string): string | null {
  const wanted = pathWithinSite(new URLSearchParams(query).get(parameter) ?? "");
  const [pathname] = wanted?.split(/[?#]/) ?? [];
  return pathname === paths.login || pathname === paths.clientArea ? null : wanted;
}

export function asksForClient(query: string): boolean {
  return new URLSearchParams(query).get("aba") === "cliente";
}
