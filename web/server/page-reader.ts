import type { ClientReturn } from "@sanity/client";
import type { ContentSource } from "../content/content-source.ts";
import { fillBusinessRules } from "../content/fill-business-rules.ts";
import { businessRulesQuery } from "../content/queries/business-rules-query.ts";

export interface PageReader {
  /**
   * Reads one document set with the business rules filled in.
   * @throws Error when the content API fails with nothing held, or a singleton is not published.
   */
  read<Query extends string>(
    query: Query,
    params?: Record<string, string>,
  ): Promise<NonNullable<ClientReturn<Query>>>;
  /** Sync tags of all that was read: an event with one of them makes the page stale. */
  tags(): readonly string[];
  /** False when some of it is older content, served because the content API failed. */
  fresh(): boolean;
}

/** Follows what one rendering reads, so that the page can be invalidated by it. */
export function createPageReader(source: ContentSource): PageReader {
  const tags = new Set<string>();
  let fresh = true;

  async function follow<Query extends string>(query: Query, params?: Record<string, string>) {
    const reply = await source.read(query, params);
    for (const tag of reply.tags) tags.add(tag);
    fresh &&= reply.fresh;
    return reply.result;
  }

  return {
    async read(query, params) {
      const [content, rules] = await Promise.all([
        follow(query, params),
        follow(businessRulesQuery),
      ]);
      if (content === null || content === undefined) {
        throw new Error(`Nothing is published for the query ${query.slice(0, 80)}`);
      }
      return fillBusinessRules(content, rules ?? {});
    },
    tags: () => [...tags],
    fresh: () => fresh,
  };
}
