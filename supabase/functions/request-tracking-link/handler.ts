import { trackingLinkFormSchema } from "#contracts/requests/tracking.ts";
import type { Handler } from "../_shared/http/endpoint.ts";
import { createLinkRequest } from "../_shared/callers.ts";
import type { Parts } from "../_shared/parts.ts";

export function createHandler(parts: Parts): Handler {
  return createLinkRequest(parts, {
    name: "request-tracking-link",
    schema: trackingLinkFormSchema,
    query: ({ protocol, email }) => ["request_tracking_link", { protocol, email }],
  });
}
