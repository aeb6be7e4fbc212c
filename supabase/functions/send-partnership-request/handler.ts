import { partnershipRequestSchema } from "../_shared/contracts/partnership-request.ts";
import { receiptSchema } from "../_shared/contracts/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress" | "readContent"
>;

/** Stores a partnership request with its two e-mails; tells its protocol and until when a contact is promised. */
export function createHandler(parts: Needed): Handler {
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
