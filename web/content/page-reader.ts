import type { ClientReturn } from "@sanity/client";
import { fillVariablesIn } from "../../supabase/functions/_shared/contracts/fill-variables-in.ts";
import { textValues } from "../../supabase/functions/_shared/contracts/text-values.ts";
import type { ContentSource } from "./content-source.ts";
import { MissingDocument } from "./content-failure.ts";
import { documentsOfQuery } from "./documents-of-query.ts";
import { businessRulesQuery } from "./queries/business-rules-query.ts";
import { layoutQuery } from "./queries/layout-query.ts";

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
