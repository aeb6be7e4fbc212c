import { firstAccessReplySchema, trackRequestSchema } from "#contracts/requests/tracking.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "request-access",
    schema: trackRequestSchema,
    async answer({ secret }, call) {
      const asked = await callByLink(parts, call, "request_first_access", { secret });
      if (asked === null) throw linkNotFound();
      parts.kickDelivery();
      return firstAccessReplySchema.parse(asked);
    },
  });
}
