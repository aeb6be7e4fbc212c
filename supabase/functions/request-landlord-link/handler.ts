import { landlordLinkFormSchema } from "#contracts/landlords/landlord.ts";
import type { Handler } from "../_shared/http/endpoint.ts";
import { createLinkRequest } from "../_shared/callers.ts";
import type { Parts } from "../_shared/parts.ts";

export function createHandler(parts: Parts): Handler {
  return createLinkRequest(parts, {
    name: "request-landlord-link",
    schema: landlordLinkFormSchema,
    query: ({ email }) => ["request_landlord_link", { email }],
  });
}
