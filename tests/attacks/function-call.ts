import type { Probe } from "./probe.ts";

/** URL of the site in the settings of the Supabase under attack. */
export const siteUrl = "http://127.0.0.1:3999";

/** Returns a probe that calls an edge function as the pages of the site do. */
export function functionCall(apikey: string, name: string, body: unknown, from: string): Probe {
  return {
    method: "POST",
    path: `/functions/v1/${name}`,
    headers: { apikey, origin: siteUrl, "content-type": "application/json" },
    body: JSON.stringify(body),
    from,
  };
}
