import { siteUrl } from "../functions/test-stack.ts";
import type { Probe } from "./probe.ts";

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
