import { type EdgeCache, keptFor, sendPurge } from "./edge-cache.ts";

const API = "https://api.cloudflare.com/client/v4";
/** Tags that one call takes, on every plan. */
const TAGS_PER_CALL = 30;

/** Cloudflare by cache tags. */
export function createCloudflareCache(zoneId: string, token: string, api = API): EdgeCache {
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
