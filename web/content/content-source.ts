import type { ClientReturn, SanityClient } from "@sanity/client";
import type { ContentSnapshot } from "./content-snapshot.ts";
import { createTaggedCache, type Tagged } from "./tagged-cache.ts";

const FETCH_TIMEOUT_MS = 4_000;

export interface ContentReply<Result> extends Tagged {
  readonly result: Result;
}

export interface ContentSource {
  /**
   * Answers a GROQ query from memory, refetching only after an event that concerns it. When the
   * content API fails, the last good result is served, else the snapshot's.
   * @throws Error when the content API fails and there is neither.
   */
  read<Query extends string>(
    query: Query,
    params?: Record<string, string>,
  ): Promise<ContentReply<ClientReturn<Query>>>;
  /** Marks results that carry one of the tags as stale; null marks everything. */
  invalidate(tags: readonly string[] | null, eventId?: string): void;
  /** Everything held now, for a cold start without the content API. */
  snapshot(): ContentSnapshot;
}

/** Reads published content through a cache that live events keep true. */
export function createContentSource(
  client: Pick<SanityClient, "fetch">,
  fallback: ContentSnapshot = {},
): ContentSource {
  const served = new Set<string>();
  let lastEventId: string | undefined;

  const cache = createTaggedCache(async (key) => {
    const [query, params]: [string, Record<string, string>] = JSON.parse(key);
    try {
      const { result, syncTags = [] } = await client.fetch(query, params, {
        filterResponse: false,
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
        ...(lastEventId ? { lastLiveEventId: lastEventId } : {}),
      });
      served.add(key);
      return { result, tags: syncTags, fresh: true };
    } catch (error) {
      // Rejecting makes the cache serve the last good result; the snapshot is for a cold start.
      const saved = fallback[key];
      if (!saved || served.has(key)) throw error;
      return { result: JSON.parse(saved.resultJson), tags: saved.tags, fresh: false };
    }
  });

  return {
    read: (query, params = {}) => cache.get(JSON.stringify([query, params])),
    invalidate(tags, eventId) {
      if (eventId) lastEventId = eventId;
      cache.invalidate(tags);
    },
    snapshot: () =>
      Object.fromEntries(
        cache
          .entries()
          .map(([key, { result, tags }]) => [
            key,
            { resultJson: JSON.stringify(result), tags: [...tags] },
          ]),
      ),
  };
}
