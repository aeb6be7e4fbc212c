import { partnershipRequestSchema } from "#contracts/partners/partnership-request.ts";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Stores a partnership request, queues two e-mails and returns the protocol and the time promised for the answer. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "send-partnership-request",
    schema: partnershipRequestSchema,
    async answer(request, call) {
      const { rules } = await parts.readContent();
      const stored = await parts.callDatabase("submit_partnership_request", {
        request,
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
        contact_hours: rules.partnershipContactHours,
      });
      parts.kickDelivery();
      return receiptSchema.safeParse(stored).data ?? {};
    },
  });
}
