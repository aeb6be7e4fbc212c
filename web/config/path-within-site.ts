import { paths } from "./paths.ts";

const BASE = "https://own.invalid";

/**
 * Path, query and fragment of a target on this site, written as browsers write them; null for a
 * target that leads elsewhere. Anything that comes from an address, a document or a reply and
 * becomes a redirect passes here.
 */
export function pathWithinSite(target: string): string | null {
  if (!target.startsWith("/") || hasControl(target) || !URL.canParse(target, BASE)) return null;
  const { origin, pathname, search, hash } = new URL(target, BASE);
  // What resolves within the site may still come out as another host's address: `/.//host`.
  return origin === BASE && !pathname.startsWith("//") ? pathname + search + hash : null;
}

/** Browsers drop tabs and line ends before they read an address: `/<tab>/host` is `//host`. */
function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

const parameter = "voltar";

/** The login screen, which sends the person back to `from` afterwards (domain decision 3). */
export function loginPath(from: string): string {
  return `${paths.login}?${new URLSearchParams({ [parameter]: from })}`;
}

/**
 * The path that a login screen's query names, or null. Paths of this site only, or a link could
 * lead people through our login to somebody else's page; and none that shows the login again.
 */
export function returnPath(query: string): string | null {
  const wanted = pathWithinSite(new URLSearchParams(query).get(parameter) ?? "");
  const [pathname] = wanted?.split(/[?#]/) ?? [];
  return pathname === paths.login || pathname === paths.clientArea ? null : wanted;
}

/** Whether a login screen's query asks for the client's tab. */
export function asksForClient(query: string): boolean {
  return new URLSearchParams(query).get("aba") === "cliente";
}
