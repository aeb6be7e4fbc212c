import { simulationRequestSchema } from "../_shared/contracts/simulation-request.ts";
import { receiptSchema } from "../_shared/contracts/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress" | "readContent"
>;

/**
 * Stores a simulation with its two e-mails and tells its protocol, until when an answer is promised
 * and what opens it. Success means stored, whatever mail is doing.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "send-simulation-email",
    schema: simulationRequestSchema,
    async answer({ termsVersion, ...request }, call) {
      const { rules } = await parts.readContent();
      const stored = await parts.callDatabase("submit_simulation", {
        request,
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
        terms_version: termsVersion,
        answer_hours: rules.approvalHours,
      });
      parts.kickDelivery();
      return receiptSchema.safeParse(stored).data ?? {};
    },
  });
}
