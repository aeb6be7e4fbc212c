import type { SanityClient } from "@sanity/client";
import { type Log, logLine, reasonOf } from "../../config/log.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import type { PageCache } from "./page-cache.ts";

/** Polling interval while the event stream of the content API is down. */
const POLL_MS = 30_000;
const RECONNECT_MS = 2_000;
/** Interval of attempts to read from the content API again, while the site shows older stored content. */
const RECHECK_MS = 5_000;
/** Delay before the server retries a page that it could not render and that a visitor has open. */
const LATER_MS = 3_000;

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

export interface StreamStatus {
  readonly connected: boolean;
  readonly since: Date;
}

interface LiveUpdatesOptions {
  log?: Log;
  /** Called with the number of seconds from an event until the new version of an open page was rendered. */
  onPublished?: (seconds: number) => void;
  /** Called with the tags of the content that this server has just invalidated. Null means all content. */
  onStale?: (tags: readonly string[] | null) => void;
}

/** Event streams of all visitors who have the same page open. */
interface Listeners {
  senders: Set<(version: string) => void>;
  /** Version of the page that all these visitors received last. */
  sentVersion: string | undefined;
}

/**
 * Follows Sanity's Live Content API. An event invalidates content by tag, and a gap in the stream invalidates all
 * content.
 */
export function createLiveUpdates(
  client: SanityClient,
  source: ContentSource,
  pages: PageCache,
  { log = logLine, onPublished, onStale }: LiveUpdatesOptions = {},
) {
  const open = new Map<string, Listeners>();
  const late = new Map<string, NodeJS.Timeout>();
  let poll: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let stream: { unsubscribe(): void } | undefined;
  let status: StreamStatus = { connected: false, since: new Date() };

  async function notify(path: string, eventAt?: number): Promise<void> {
    const page = await currentPage(path);
    const listeners = open.get(path);
    // Most events concern other pages. Visitors get no message when the version of this page is unchanged.
    if (!page || !listeners || listeners.sentVersion === page.version) return;
    listeners.sentVersion = page.version;
    if (eventAt !== undefined) onPublished?.((performance.now() - eventAt) / 1_000);
    for (const send of listeners.senders) send(page.version);
  }

  /** Returns the page at a path; undefined when rendering fails. Visitors then keep the version that they have. */
  async function currentPage(path: string) {
    const page = await pages.get(path).catch(() => undefined);
    if (!page?.fresh) notifyLater(path);
    return page;
  }

  /** Retries a failed page after a delay. The stream has no event for the recovery of the content API. */
  function notifyLater(path: string) {
    if (late.has(path) || !open.has(path)) return;
    const again = () => {
      late.delete(path);
      void notify(path);
    };
    late.set(path, setTimeout(again, LATER_MS));
  }

  function invalidate(tags: readonly string[] | null, eventId?: string) {
    source.invalidate(tags, eventId);
    pages.invalidate(tags);
    onStale?.(tags);
    const eventAt = performance.now();
    for (const path of open.keys()) void notify(path, eventAt);
  }

  function lose(reason: string) {
    if (status.connected) status = { connected: false, since: new Date() };
    if (poll) return;
    log("warn", "stream-lost", { reason });
    poll = setInterval(() => invalidate(null), POLL_MS);
  }

  function regain() {
    if (poll) log("info", "stream-back");
    if (!status.connected) status = { connected: true, since: new Date() };
    clearInterval(poll);
    poll = undefined;
    invalidate(null);
  }

  function connect() {
    stream = client.live.events().subscribe({
      next(event) {
        if (event.type === "message") {
          // A message proves that the stream is connected, even when Sanity has not sent its "welcome" event.
          if (!status.connected) regain();
          invalidate(event.tags, event.id);
        }
        if (event.type === "reconnect" || event.type === "goaway") lose(event.type);
        if (event.type === "welcome" || event.type === "restart") regain();
      },
      error: (error: unknown) => retry(reasonOf(error)),
      complete: () => retry("complete"),
    });
  }

  function retry(reason: string) {
    lose(reason);
    reconnect = setTimeout(connect, RECONNECT_MS);
  }

  connect();
  const recheck = setInterval(() => void source.recheck(), RECHECK_MS);
  return {
    /**
     * Calls `send` with the page's current version and with each later version. @returns a function that ends the
     * subscription.
     */
    subscribe(path: string, send: (version: string) => void): () => void {
      const listeners = open.get(path) ?? { senders: new Set(), sentVersion: undefined };
      listeners.senders.add(send);
      open.set(path, listeners);
      void currentPage(path).then((page) => {
        if (page && listeners.senders.has(send)) send(page.version);
      });
      return () => {
        listeners.senders.delete(send);
        if (listeners.senders.size === 0 && open.get(path) === listeners) open.delete(path);
      };
    },
    status: () => status,
    close() {
      clearInterval(poll);
      clearInterval(recheck);
      clearTimeout(reconnect);
      for (const timer of late.values()) clearTimeout(timer);
      stream?.unsubscribe();
    },
  };
}
