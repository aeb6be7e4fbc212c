import type { ServerEnv } from "../../config/server-env.ts";

/** The cache in front of the site that the environment names; undefined where there is none. */
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

/** A cache in front of the site that keeps pages until what they were made from is purged. */
export interface EdgeCache {
  /** Headers of an answer that the edge may keep for so many seconds, or until a key is purged. */
  headersFor(keys: readonly string[], seconds: number): Record<string, string>;
  /** @throws Error when the edge did not say that it is done. */
  purge(keys: readonly string[]): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** While the edge asks for a page anew, and while nobody answers it, visitors get the one it has. */
const STALE = "stale-while-revalidate=30, stale-if-error=86400";

/** How long the edge keeps an answer; in a header that browsers do not heed. */
const keptFor = (seconds: number) => `max-age=${seconds}, ${STALE}`;

/** Sends a purge. @throws Error when it was refused or not answered. */
async function sendPurge(url: string, init: RequestInit): Promise<void> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // The connection is free for the next one when the answer was read.
  const text = await reply.text();
  if (!reply.ok) throw new Error(`HTTP ${reply.status} ${text.slice(0, 200)}`);
}

/** Varnish with xkey and the rules of `varnish.vcl`; each address is one instance. */
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

/** Fastly by surrogate keys, and what speaks as it does. */
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
/** Tags that one call takes, on every plan. */
const TAGS_PER_CALL = 30;

/** Cloudflare by cache tags. */
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
