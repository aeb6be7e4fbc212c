import { type Log, logLine, reasonOf } from "../../config/log.ts";
import type { ServerEnv } from "../../config/server-env.ts";
import type { Tagged } from "../../content/source/tagged-cache.ts";

/** Cache key that all pages share, so that one purge can remove all pages. */
const EVERY_PAGE = "payser";
const MOST_SECONDS = 600;
const DAY_SECONDS = 86_400;
const BRASILIA_SECONDS = -3 * 3_600;
/**
 * Delay before a purge is repeated. The second purge removes outdated pages that reached the edge after the first
 * purge.
 */
const AGAIN_MS = 1_000;
const TRIES = 5;

export type EdgePages = ReturnType<typeof createEdgePages>;

/** Keeps the pages in the edge cache up to date. Does nothing when no edge cache is configured. */
export function createEdgePages(
  edge: EdgeCache | undefined,
  { now = Date.now, log = logLine }: { now?: () => number; log?: Log } = {},
) {
  const timers = new Set<NodeJS.Timeout>();

  function later(milliseconds: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds);
    timers.add(timer);
  }

  /** Purges keys and retries after growing delays, because outdated pages would otherwise stay until they expire. */
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
    /** Returns headers that let the edge keep a page. A page made from older content gets no such headers. */
    headersFor(page: Tagged): Record<string, string> {
      if (!edge || !page.fresh) return {};
      const keys = [EVERY_PAGE, ...new Set(page.tags)];
      return edge.headersFor(keys, Math.min(MOST_SECONDS, secondsOfTheDay(now())));
    },
    /** Removes from the edge cache all pages that have one of the tags. Null means all pages. */
    purge(tags: readonly string[] | null): void {
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

/** Returns the seconds left of the day in Brasília. Pages expire at midnight, because they show dates. */
function secondsOfTheDay(now: number): number {
  const seconds = Math.floor(now / 1_000) + BRASILIA_SECONDS;
  return DAY_SECONDS - (seconds % DAY_SECONDS);
}

/** Creates the configured cache in front of the site. Returns undefined when none is configured. */
export function chooseEdgeCache(edge: ServerEnv["edge"]): EdgeCache | undefined {
  switch (edge?.kind) {
    case "fastly":
      return createFastlyCache(edge.serviceId, edge.token);
    case "cloudflare":
      return createCloudflareCache(edge.zoneId, edge.token);
    case "varnish":
      return createVarnishCache(edge.addresses);
    case undefined:
      return undefined;
  }
}

/** Cache in front of the site (the edge), which keeps pages until their content is purged. */
export interface EdgeCache {
  /** Returns headers that let the edge keep an answer for `seconds`, or until one of the `keys` is purged. */
  headersFor(keys: readonly string[], seconds: number): Record<string, string>;
  /** Removes from the edge all pages that have one of the keys. @throws Error when the edge does not confirm. */
  purge(keys: readonly string[]): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** Lets the edge serve an outdated page while it fetches a new one, and while the site does not answer. */
const STALE = "stale-while-revalidate=30, stale-if-error=86400";

/** Returns the value of a header that tells the edge how long to keep a page. Browsers ignore this header. */
const keptFor = (seconds: number) => `max-age=${seconds}, ${STALE}`;

/** Calls the purge endpoint of an edge. @throws Error when the call is refused or not answered. */
async function sendPurge(url: string, init: RequestInit): Promise<void> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // The answer must be read before the connection can be used for another call.
  const text = await reply.text();
  if (!reply.ok) throw new Error(`HTTP ${reply.status} ${text.slice(0, 200)}`);
}

/** Creates a cache for Varnish, purged with xkey (`varnish.vcl`). Each address is one Varnish instance. */
export function createVarnishCache(addresses: readonly string[]): EdgeCache {
  return {
    headersFor: (keys, seconds) => ({
      xkey: keys.join(" "),
      "surrogate-control": keptFor(seconds),
    }),
    async purge(keys) {
      const headers = { "xkey-purge": keys.join(" ") };
      await Promise.all(addresses.map((url) => sendPurge(url, { method: "PURGE", headers })));
    },
  };
}

const FASTLY_API = "https://api.fastly.com";

/** Creates a cache for Fastly, or a compatible service, purged by surrogate keys. */
export function createFastlyCache(serviceId: string, token: string, api = FASTLY_API): EdgeCache {
  return {
    headersFor: (keys, seconds) => ({
      "surrogate-key": keys.join(" "),
      "surrogate-control": keptFor(seconds),
    }),
    purge: (keys) =>
      sendPurge(`${api}/service/${serviceId}/purge`, {
        method: "POST",
        headers: {
          "fastly-key": token,
          "surrogate-key": keys.join(" "),
          accept: "application/json",
        },
      }),
  };
}

const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";
/** Maximum number of tags in a purge call. Every Cloudflare plan accepts this number. */
const TAGS_PER_CALL = 30;

/** Creates a cache for Cloudflare, purged by cache tags. */
export function createCloudflareCache(
  zoneId: string,
  token: string,
  api = CLOUDFLARE_API,
): EdgeCache {
  return {
    headersFor: (keys, seconds) => ({
      "cache-tag": keys.join(","),
      "cloudflare-cdn-cache-control": keptFor(seconds),
    }),
    async purge(keys) {
      for (let begin = 0; begin < keys.length; begin += TAGS_PER_CALL) {
        await sendPurge(`${api}/zones/${zoneId}/purge_cache`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ tags: keys.slice(begin, begin + TAGS_PER_CALL) }),
        });
      }
    },
  };
}
