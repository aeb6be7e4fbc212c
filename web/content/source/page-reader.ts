import type { ClientReturn } from "@sanity/client";
import {
  fillVariablesIn,
  textValues,
} from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { pathWithinSite } from "../../config/path-within-site.ts";
import { MissingDocument, documentsOfQuery } from "./content-failure.ts";
import type { ContentSource } from "./content-source.ts";
import { businessRulesQuery, layoutQuery, pathsQuery } from "../queries/shared-queries.ts";

export interface PageReader {
  /**
   * Reads one document set with the values of the business and the company filled in.
   * @throws ContentFailure when it cannot be had and nothing is held.
   */
  read<Query extends string>(
    query: Query,
    params?: Record<string, string>,
  ): Promise<NonNullable<ClientReturn<Query>>>;
  /** Sync tags of all that was read: an event with one of them makes the page stale. */
  tags(): readonly string[];
  /** False when some of it is older content, served because the content API failed. */
  fresh(): boolean;
  /** The documents that the page itself is made from, without those that are part of every page. */
  about(): string;
}

const ofEveryPage: readonly string[] = [businessRulesQuery, layoutQuery];

/** Follows what one rendering reads, so that the page can be invalidated by it. */
export function createPageReader(source: ContentSource): PageReader {
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
    async read(query, params) {
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
    tags: () => [...tags],
    fresh: () => fresh,
    about: () => [...documents].join(", "),
  };
}

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
