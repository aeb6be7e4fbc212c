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
