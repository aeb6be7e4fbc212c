import type { SanityClient } from "@sanity/client";
import { type Log, logLine, reasonOf } from "../../config/log.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import type { PageCache } from "./page-cache.ts";

/** Without the event stream, content is asked for anew this often. */
const POLL_MS = 30_000;
const RECONNECT_MS = 2_000;
/** While content does not come from the content API, it is asked this often whether it could. */
const RECHECK_MS = 5_000;
/** Pages that are open and could not be made anew are tried again this much later. */
const LATER_MS = 3_000;

export interface LiveUpdates {
  /**
   * Sends the version of a path's page now and after each change of its content.
   * @returns a function that ends it.
   */
  subscribe(path: string, send: (version: string) => void): () => void;
  status(): StreamStatus;
  close(): void;
}

/** Of the content API's event stream. */
export interface StreamStatus {
  readonly connected: boolean;
  readonly since: Date;
}

interface LiveUpdatesOptions {
  log?: Log;
  /** Is told how many seconds after an event a page that somebody has open was made anew. */
  onPublished?: (seconds: number) => void;
  /** Is told of the tags that made content stale, after it is stale here; null means all of it. */
  onStale?: (tags: readonly string[] | null) => void;
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
  { log = logLine, onPublished, onStale }: LiveUpdatesOptions = {},
): LiveUpdates {
  const open = new Map<string, Listeners>();
  const late = new Map<string, NodeJS.Timeout>();
  let poll: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let stream: { unsubscribe(): void } | undefined;
  let status: StreamStatus = { connected: false, since: new Date() };

  async function tell(path: string, heardAt?: number): Promise<void> {
    const page = await currentPage(path);
    const listeners = open.get(path);
    // Most events concern other pages.
    if (!page || !listeners || listeners.told === page.version) return;
    listeners.told = page.version;
    if (heardAt !== undefined) onPublished?.((performance.now() - heardAt) / 1_000);
    for (const send of listeners.senders) send(page.version);
  }

  /** Undefined for a page that cannot be rendered now: its visitors keep what they have. */
  async function currentPage(path: string) {
    const page = await pages.get(path).catch(() => undefined);
    if (!page?.fresh) tellLater(path);
    return page;
  }

  /** No event may come when the content can be had again. */
  function tellLater(path: string) {
    if (late.has(path) || !open.has(path)) return;
    const again = () => {
      late.delete(path);
      void tell(path);
    };
    late.set(path, setTimeout(again, LATER_MS));
  }

  function invalidate(tags: readonly string[] | null, eventId?: string) {
    source.invalidate(tags, eventId);
    pages.invalidate(tags);
    onStale?.(tags);
    const heardAt = performance.now();
    for (const path of open.keys()) void tell(path, heardAt);
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
          // Whoever hears a change is connected, be there a greeting or not.
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
    subscribe(path, send) {
      const listeners = open.get(path) ?? { senders: new Set(), told: undefined };
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
