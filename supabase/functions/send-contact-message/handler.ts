import { contactMessageSchema } from "../_shared/contracts/contact-message.ts";
import { receiptSchema } from "../_shared/contracts/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

/** Stores a message of the contact form with its two e-mails and tells its protocol. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "send-contact-message",
    schema: contactMessageSchema,
    async answer(request, call) {
      const stored = await parts.callDatabase("submit_contact_message", {
        request,
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
      });
      parts.kickDelivery();
      return receiptSchema.safeParse(stored).data ?? {};
    },
  });
}
