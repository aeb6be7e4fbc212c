import type { SanityClient } from "@sanity/client";
import type { ContentSource } from "../content/content-source.ts";
import type { PageCache } from "./page-cache.ts";

/** Without the event stream, content is asked for anew this often. */
const POLL_MS = 30_000;
const RECONNECT_MS = 2_000;

export interface LiveUpdates {
  /**
   * Sends the version of a path's page now and after each change of its content.
   * @returns a function that ends it.
   */
  subscribe(path: string, send: (version: string) => void): () => void;
  subscribers(): number;
  close(): void;
}

/**
 * Follows Sanity's Live Content API: an event invalidates what carries its tags, and open pages
 * whose content really changed are told. After a gap in the stream everything is invalidated.
 */
export function createLiveUpdates(
  client: SanityClient,
  source: ContentSource,
  pages: PageCache,
): LiveUpdates {
  const open = new Map<string, Set<(version: string) => void>>();
  let poll: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let stream: { unsubscribe(): void } | undefined;

  async function tell(path: string): Promise<void> {
    // A page that cannot be rendered now keeps its visitors on what they have.
    const page = await pages.get(path).catch(() => undefined);
    if (page) for (const send of open.get(path) ?? []) send(page.version);
  }

  function invalidate(tags: readonly string[] | null, eventId?: string) {
    source.invalidate(tags, eventId);
    pages.invalidate(tags);
    for (const path of open.keys()) void tell(path);
  }

  function startPolling() {
    poll ??= setInterval(() => invalidate(null), POLL_MS);
  }

  function connect() {
    stream = client.live.events().subscribe({
      next(event) {
        if (event.type === "message") invalidate(event.tags, event.id);
        if (event.type === "reconnect" || event.type === "goaway") startPolling();
        if (event.type === "welcome" || event.type === "restart") {
          clearInterval(poll);
          poll = undefined;
          invalidate(null);
        }
      },
      error: retry,
      complete: retry,
    });
  }

  function retry() {
    startPolling();
    reconnect = setTimeout(connect, RECONNECT_MS);
  }

  connect();
  return {
    subscribe(path, send) {
      const senders = open.get(path) ?? new Set();
      open.set(path, senders.add(send));
      void tell(path);
      return () => {
        senders.delete(send);
        if (senders.size === 0 && open.get(path) === senders) open.delete(path);
      };
    },
    subscribers: () => [...open.values()].reduce((sum, senders) => sum + senders.size, 0),
    close() {
      clearInterval(poll);
      clearTimeout(reconnect);
      stream?.unsubscribe();
    },
  };
}
