import { firstAccessReplySchema, trackRequestSchema } from "../_shared/contracts/tracking.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

/** Mails the link to a contract's first password anew, for whoever has the link of its request. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "request-access",
    schema: trackRequestSchema,
    async answer({ secret }, call) {
      const asked = await parts.callDatabase("request_first_access", {
        secret_hash: await secretHash(secret),
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
      });
      if (asked === null) {
        throw linkNotFound();
      }
      parts.kickDelivery();
      return firstAccessReplySchema.parse(asked);
    },
  });
}
