import { pathWithinSite } from "../../config/path-within-site.ts";
import { homeAliases } from "../../config/paths.ts";
import type { ContentSource } from "../../content/content-source.ts";
import { pathsQuery } from "../../content/queries/paths-query.ts";

/** These show the home page until an editor publishes a page for them (domain decision 5). */
export const homePaths: ReadonlySet<string> = new Set(homeAliases);

export interface PublishedPaths {
  products: ReadonlySet<string>;
  pages: ReadonlySet<string>;
  redirects: ReadonlyMap<string, { to: string; permanent: boolean }>;
  tags: readonly string[];
  fresh: boolean;
}

/**
 * Every path that documents own, from one cached query: an unknown path is known to be unknown
 * without asking the content API, however many of them are tried.
 */
export async function readPublishedPaths(source: ContentSource): Promise<PublishedPaths> {
  const { result, tags, fresh } = await source.read(pathsQuery);
  return {
    products: new Set(result.products.map((slug) => `/${slug}`)),
    pages: new Set(result.pages),
    redirects: new Map(
      result.redirects
        // The studio refuses other targets; a document may also come from an import.
        .map(({ from, to, permanent }) => ({ from, to: pathWithinSite(to), permanent }))
        .flatMap(({ from, to, permanent }) => (to ? [[from, { to, permanent }] as const] : [])),
    ),
    tags,
    fresh,
  };
}

/** For a page that no document can displace. */
export const noPublishedPaths: PublishedPaths = {
  products: new Set(),
  pages: new Set(),
  redirects: new Map(),
  tags: [],
  fresh: true,
};
