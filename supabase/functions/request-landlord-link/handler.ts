import { atLeast } from "../_shared/callers.ts";
import { landlordLinkFormSchema } from "../_shared/contracts/guarantee/landlord.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress" | "now" | "wait"
>;

/** Longer than the database takes for a known address. */
const sameTimeMilliseconds = 400;

/** Queues a new link for a landlord. Known and unknown addresses get the same answer after the same time. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "request-landlord-link",
    schema: landlordLinkFormSchema,
    answer: ({ email }, call) =>
      atLeast(parts, sameTimeMilliseconds, async () => {
        await parts.callDatabase("request_landlord_link", {
          email,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        });
        parts.kickDelivery();
        return {};
      }),
  });
}
