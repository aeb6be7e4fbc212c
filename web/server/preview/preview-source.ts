import type { ClientPerspective, SanityClient } from "@sanity/client";
import type { ContentSource } from "../../content/content-source.ts";
import { businessRulesQuery, pathsQuery } from "../../content/queries/shared-queries.ts";

const FETCH_TIMEOUT_MS = 4_000;
/** What they give is compared, or put into the middle of other texts. */
const unmarkedQueries: readonly string[] = [businessRulesQuery, pathsQuery];

const namedPerspectives = ["published", "drafts"] as const satisfies ClientPerspective[];

/**
 * Reads what editors see, asking anew each time; texts carry where they come from.
 * @param perspective names of perspectives in falling rank, with commas.
 * @throws Error when the content API fails.
 */
export function createPreviewSource(client: SanityClient, perspective: string): ContentSource {
  const stack = perspective.split(",");
  const single = namedPerspectives.find((name) => name === perspective);
  return {
    async read(query, params = {}) {
      const { result } = await client.fetch(query, params, {
        perspective: single ?? stack,
        filterResponse: false,
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
        ...(unmarkedQueries.includes(query) && { stega: false, resultSourceMap: false }),
      });
      return { result, tags: [], fresh: true };
    },
    invalidate: () => {},
    snapshot: () => ({}),
    status: () => null,
    recheck: () => Promise.resolve(),
  };
}
