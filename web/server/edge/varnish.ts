import { type EdgeCache, keptFor, sendPurge } from "./edge-cache.ts";

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
