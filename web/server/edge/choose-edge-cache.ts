import type { ServerEnv } from "../../config/server-env.ts";
import { createCloudflareCache } from "./cloudflare.ts";
import type { EdgeCache } from "./edge-cache.ts";
import { createFastlyCache } from "./fastly.ts";
import { createVarnishCache } from "./varnish.ts";

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
