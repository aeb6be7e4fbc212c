import { type EdgeCache, keptFor, sendPurge } from "./edge-cache.ts";

const API = "https://api.fastly.com";

/** Fastly by surrogate keys, and what speaks as it does. */
export function createFastlyCache(serviceId: string, token: string, api = API): EdgeCache {
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
