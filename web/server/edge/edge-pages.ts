import { type Log, logLine, reasonOf } from "../../config/log.ts";
import type { Tagged } from "../../content/source/tagged-cache.ts";
import type { EdgeCache } from "./edge-caches.ts";

/** Every page has it: what purges it purges all. */
const EVERY_PAGE = "payser";
const MOST_SECONDS = 600;
const DAY_SECONDS = 86_400;
const BRASILIA_SECONDS = -3 * 3_600;
/** Again, for what the edge had asked for before the event and got after the purge. */
const AGAIN_MS = 1_000;
const TRIES = 5;

export interface EdgePages {
  /** What lets the edge keep a page; nothing for one that was made from older content. */
  headersFor(page: Tagged): Record<string, string>;
  /** Has the edge forget what carries one of the tags; null means all. */
  purge(tags: readonly string[] | null): void;
  close(): void;
}

/** Keeps what the edge holds as true as the pages here; without an edge it does nothing. */
export function createEdgePages(
  edge: EdgeCache | undefined,
  { now = Date.now, log = logLine }: { now?: () => number; log?: Log } = {},
): EdgePages {
  const timers = new Set<NodeJS.Timeout>();

  function later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, milliseconds);
    timers.add(timer);
  }

  /** What cannot be purged stays until its time is over: tried again, each time a second later. */
  async function send(keys: readonly string[], tried = 1): Promise<void> {
    try {
      await edge?.purge(keys);
      if (tried > 1) log("info", "edge-purge-back");
    } catch (error) {
      if (tried === 1) log("error", "edge-purge-failed", { reason: reasonOf(error) });
      if (tried < TRIES) later(tried * AGAIN_MS, () => void send(keys, tried + 1));
    }
  }

  return {
    headersFor(page) {
      if (!edge || !page.fresh) return {};
      const keys = [EVERY_PAGE, ...new Set(page.tags)];
      return edge.headersFor(keys, Math.min(MOST_SECONDS, secondsOfTheDay(now())));
    },
    purge(tags) {
      if (!edge || tags?.length === 0) return;
      const keys = tags ?? [EVERY_PAGE];
      void send(keys);
      later(AGAIN_MS, () => void send(keys));
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** What is left of the day in Brasília: no page outlives the day that it shows. */
function secondsOfTheDay(now: number): number {
  const seconds = Math.floor(now / 1_000) + BRASILIA_SECONDS;
  return DAY_SECONDS - (seconds % DAY_SECONDS);
}
