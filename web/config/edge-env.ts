import { z } from "zod";

const secret = z.string().min(1).optional();

/** Variables of the cache in front of the site; without `EDGE_CACHE` there is none. */
export const edgeVariables = {
  EDGE_CACHE: z
    .enum(["fastly", "cloudflare", "varnish"], {
      error: "precisa ser fastly, cloudflare ou varnish",
    })
    .optional(),
  FASTLY_SERVICE_ID: secret,
  /** May purge, and nothing else. */
  FASTLY_API_TOKEN: secret,
  CLOUDFLARE_ZONE_ID: secret,
  /** May purge, and nothing else. */
  CLOUDFLARE_API_TOKEN: secret,
  /** Every instance, with commas: each is purged by itself. */
  VARNISH_URLS: secret,
};

const needed = {
  fastly: ["FASTLY_SERVICE_ID", "FASTLY_API_TOKEN"],
  cloudflare: ["CLOUDFLARE_ZONE_ID", "CLOUDFLARE_API_TOKEN"],
  varnish: ["VARNISH_URLS"],
} as const;

type EdgeEnv = z.infer<z.ZodObject<typeof edgeVariables>>;

/** Names of variables that the chosen cache needs and that are not set. */
export function missingEdgeVariables(env: EdgeEnv): string[] {
  return env.EDGE_CACHE ? needed[env.EDGE_CACHE].filter((name) => !env[name]) : [];
}

/** What the cache in front of the site is reached by. */
export function edgeOf(env: EdgeEnv) {
  switch (env.EDGE_CACHE) {
    case "fastly":
      return {
        kind: env.EDGE_CACHE,
        serviceId: env.FASTLY_SERVICE_ID ?? "",
        token: env.FASTLY_API_TOKEN ?? "",
      };
    case "cloudflare":
      return {
        kind: env.EDGE_CACHE,
        zoneId: env.CLOUDFLARE_ZONE_ID ?? "",
        token: env.CLOUDFLARE_API_TOKEN ?? "",
      };
    case "varnish":
      return { kind: env.EDGE_CACHE, addresses: (env.VARNISH_URLS ?? "").split(",") };
    case undefined:
      return undefined;
  }
}
