import {
  landlordAreaRequestSchema,
  landlordAreaSchema,
} from "../_shared/contracts/guarantee/landlord.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

/** Shows a landlord the contracts of a link, after what was answered. The database sees a hash alone. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "landlord-area",
    schema: landlordAreaRequestSchema,
    async answer({ secret, answer }, call) {
      const found = await parts.callDatabase("landlord_area", {
        secret_hash: await secretHash(secret),
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
        ...(answer && { contact_id: answer.contactId, is_mine: answer.isMine }),
      });
      if (found === null) throw linkNotFound();
      if (answer?.isMine) parts.kickDelivery();
      return landlordAreaSchema.parse(found);
    },
  });
}
