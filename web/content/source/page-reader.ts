import type { ClientReturn } from "@sanity/client";
import { fillVariablesIn, textValues } from "#contracts/fields/variables.ts";
import { pathWithinSite } from "../../config/path-within-site.ts";
import { MissingDocument, documentsOfQuery } from "./content-failure.ts";
import type { ContentSource } from "./content-source.ts";
import { businessRulesQuery, layoutQuery, pathsQuery } from "../queries/shared-queries.ts";

export type PageReader = ReturnType<typeof createPageReader>;

const ofEveryPage: readonly string[] = [businessRulesQuery, layoutQuery];

/** Records which content a page reads while it is rendered. An event about this content makes the page stale. */
export function createPageReader(source: ContentSource) {
  const tags = new Set<string>();
  const documents = new Set<string>();
  let fresh = true;

  async function follow<Query extends string>(query: Query, params?: Record<string, string>) {
    if (!ofEveryPage.includes(query)) documents.add(documentsOfQuery(query, params ?? {}));
    const reply = await source.read(query, params);
    for (const tag of reply.tags) tags.add(tag);
    fresh &&= reply.fresh;
    return reply.result;
  }

  return {
    /** Reads a query's result and fills business figures and company data into its texts. @throws ContentFailure */
    async read<Query extends string>(
      query: Query,
      params?: Record<string, string>,
    ): Promise<NonNullable<ClientReturn<Query>>> {
      const [content, rules, layout] = await Promise.all([
        follow(query, params),
        follow(businessRulesQuery),
        follow(layoutQuery),
      ]);
      if (content === null || content === undefined) {
        throw new MissingDocument(documentsOfQuery(query, params ?? {}));
      }
      return fillVariablesIn(content, textValues(rules, layout.settings));
    },
    /** Returns the sync tags of all content that was read. */
    tags: () => [...tags],
    /** Returns false when some of the content that was read is outdated, because the content API failed. */
    fresh: () => fresh,
    /** Returns the documents that the page reads, except the documents that every page reads. */
    about: () => [...documents].join(", "),
  };
}

export interface PublishedPaths {
  products: ReadonlySet<string>;
  pages: ReadonlySet<string>;
  versions: ReadonlySet<string>;
  hasPrivacyPolicy: boolean;
  redirects: ReadonlyMap<string, { to: string; permanent: boolean }>;
  tags: readonly string[];
  fresh: boolean;
}

/** Reads all paths with one cached query, so that unknown paths cause no requests to the content API. */
export async function readPublishedPaths(source: ContentSource): Promise<PublishedPaths> {
  const { result, tags, fresh } = await source.read(pathsQuery);
  return {
    products: new Set(result.products.map((slug) => `/${slug}`)),
    pages: new Set(result.pages),
    versions: new Set(result.versions),
    hasPrivacyPolicy: result.hasPrivacyPolicy,
    redirects: new Map(
      result.redirects
        // The studio refuses redirects to other sites, but an imported document may contain such a redirect.
        .map(({ from, to, permanent }) => ({ from, to: pathWithinSite(to), permanent }))
        .flatMap(({ from, to, permanent }) => (to ? [[from, { to, permanent }] as const] : [])),
    ),
    tags,
    fresh,
  };
}

/**
 * Empty lists for a page whose path is fixed in the code. The page needs no lists, so a change of a list keeps its
 * cache valid.
 */
export const noPublishedPaths: PublishedPaths = {
  products: new Set(),
  pages: new Set(),
  versions: new Set(),
  hasPrivacyPolicy: false,
  redirects: new Map(),
  tags: [],
  fresh: true,
};
