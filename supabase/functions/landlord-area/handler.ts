import { landlordAreaRequestSchema, landlordAreaSchema } from "#contracts/landlords/landlord.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/**
 * Stores an answer of the landlord, if any, and returns the leases that the landlord's link opens, one of them in full if
 * the request names it. The database gets only the hash of the link's secret.
 */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "landlord-area",
    schema: landlordAreaRequestSchema,
    async answer({ secret, answer, leaseId }, call) {
      const found = await callByLink(parts, call, "landlord_area", {
        secret,
        ...(answer && { contact_id: answer.contactId, is_mine: answer.isMine }),
        ...(leaseId !== undefined && { lease_id: leaseId }),
      });
      if (found === null) throw linkNotFound();
      if (answer?.isMine === true) parts.kickDelivery();
      return landlordAreaSchema.parse(found);
    },
  });
}
