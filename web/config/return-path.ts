import { pathWithinSite } from "./path-within-site.ts";
import { paths } from "./paths.ts";

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
