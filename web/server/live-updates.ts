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
  close(): void;
}

/** Who has a page open. */
interface Listeners {
  senders: Set<(version: string) => void>;
  /** The version that an event last told all of them. */
  told: string | undefined;
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
  const open = new Map<string, Listeners>();
  let poll: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let stream: { unsubscribe(): void } | undefined;

  async function tell(path: string): Promise<void> {
    const version = await currentVersion(path);
    const listeners = open.get(path);
    // Most events concern other pages.
    if (!version || !listeners || listeners.told === version) return;
    listeners.told = version;
    for (const send of listeners.senders) send(version);
  }

  /** Undefined for a page that cannot be rendered now: its visitors keep what they have. */
  async function currentVersion(path: string): Promise<string | undefined> {
    const page = await pages.get(path).catch(() => undefined);
    return page?.version;
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
      const listeners = open.get(path) ?? { senders: new Set(), told: undefined };
      listeners.senders.add(send);
      open.set(path, listeners);
      void currentVersion(path).then((version) => {
        if (version && listeners.senders.has(send)) send(version);
      });
      return () => {
        listeners.senders.delete(send);
        if (listeners.senders.size === 0 && open.get(path) === listeners) open.delete(path);
      };
    },
    close() {
      clearInterval(poll);
      clearTimeout(reconnect);
      stream?.unsubscribe();
    },
  };
}
