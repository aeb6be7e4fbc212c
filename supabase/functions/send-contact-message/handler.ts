import { contactMessageSchema } from "#contracts/messages/contact-message.ts";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Stores a message of the contact form, queues its two e-mails and returns its protocol number. */
export function createHandler(parts: Parts): Handler {
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
