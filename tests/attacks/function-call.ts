import type { Probe } from "./probe.ts";

/** Where the attacked Supabase is told that the site is. */
export const siteUrl = "http://127.0.0.1:3999";

/** A call of an edge function as the site's pages make it. */
export function functionCall(apikey: string, name: string, body: unknown, from: string): Probe {
  return {
    method: "POST",
    path: `/functions/v1/${name}`,
    headers: { apikey, origin: siteUrl, "content-type": "application/json" },
    body: JSON.stringify(body),
    from,
  };
}
