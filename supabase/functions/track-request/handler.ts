import { trackRequestSchema, trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "track-request",
    schema: trackRequestSchema,
    async answer({ secret }, call) {
      const found = await callByLink(parts, call, "track_request", { secret });
      if (found === null) throw linkNotFound();
      return trackedRequestSchema.parse(found);
    },
  });
}
