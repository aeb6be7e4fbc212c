import { isPrivateKind } from "../../web/pages/define-page.ts";
import { pagesByPath } from "../../web/pages/pages-by-path.ts";
import * as pages from "../../web/pages/private-routes.ts";

/** Paths that show the home page until editors publish a page there (specification section 2). */
export { homeAliases } from "../../web/pages/published/published-route.ts";

/** Both paths at which visitors reach the sign-in screen (domain decision 3). */
export const accountPaths: string[] = [pages.clientArea.path, pages.login.path];

/** Paths of pages for people who are signed in or have a link from an e-mail. */
export const privatePaths = pathsOf(
  ({ kind, path }) => isPrivateKind(kind) && !accountPaths.includes(path),
);

export const unknownPath = "/pagina-que-nao-existe";

export const productPaths = [
  "/pag-payser",
  "/payser-card",
  "/pix-payser",
  "/payser-gestao",
  "/payser-fianca",
];

/** Paths of pages that search engines should find. */
export const publicPaths = [...pathsOf(({ kind }) => !isPrivateKind(kind)), ...productPaths];

function pathsOf(isMeant: (page: { kind: string; path: string }) => boolean): string[] {
  return [...pagesByPath].flatMap(([path, { kind }]) => (isMeant({ kind, path }) ? [path] : []));
}

/** Reads the paths that the sitemap lists. */
export async function readSitemapPaths(siteUrl: string): Promise<string[]> {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => {
    if (!address.startsWith(siteUrl)) throw new Error(`Not an address of this site: ${address}`);
    return address.slice(siteUrl.length) || "/";
  });
}
