import * as z from "zod/mini";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { equalSecrets } from "../_shared/http/equal-secrets.ts";
import { unauthorized } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "metricsKey">;

/** Tells whoever watches the service what waits and what failed: numbers and times, nobody's data. */
export function createHandler({ publicGate, callDatabase, metricsKey }: Needed): Handler {
  return createEndpoint(publicGate, {
    name: "read-metrics",
    schema: z.object({}),
    async answer(_nothing, { headers }) {
      // Without a key of ours there is none that is right.
      if (!metricsKey || !equalSecrets(headers.get("x-metrics-key") ?? "", metricsKey)) {
        throw unauthorized();
      }
      return callDatabase("backend_metrics", {});
    },
  });
}
