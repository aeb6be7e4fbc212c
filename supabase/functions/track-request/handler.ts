import { trackRequestSchema, trackedRequestSchema } from "../_shared/contracts/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "callerAddress" | "hashAddress">;

/** Tells whoever has a request's link how far it is. The database sees a hash of the secret alone. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "track-request",
    schema: trackRequestSchema,
    async answer({ secret }, call) {
      const found = await parts.callDatabase("track_request", {
        secret_hash: await secretHash(secret),
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
      });
      if (found === null) {
        throw linkNotFound();
      }
      return trackedRequestSchema.parse(found);
    },
  });
}
