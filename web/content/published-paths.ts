import { pathWithinSite } from "../config/path-within-site.ts";
import type { ContentSource } from "./content-source.ts";
import { pathsQuery } from "./queries/paths-query.ts";

export interface PublishedPaths {
  products: ReadonlySet<string>;
  pages: ReadonlySet<string>;
  /** Former and present versions of the legal texts. */
  versions: ReadonlySet<string>;
  hasPrivacyPolicy: boolean;
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
    versions: new Set(result.versions),
    hasPrivacyPolicy: result.hasPrivacyPolicy,
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
  versions: new Set(),
  hasPrivacyPolicy: false,
  redirects: new Map(),
  tags: [],
  fresh: true,
};
