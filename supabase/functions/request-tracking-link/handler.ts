import { atLeast } from "../_shared/callers.ts";
import { trackingLinkFormSchema } from "../_shared/contracts/tracking.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress" | "now" | "wait"
>;

/** Longer than the database takes for a known request. */
const sameTimeMilliseconds = 400;

/** Queues a new link. Known and unknown pairs get the same answer after the same time. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "request-tracking-link",
    schema: trackingLinkFormSchema,
    answer: ({ protocol, email }, call) =>
      atLeast(parts, sameTimeMilliseconds, async () => {
        await parts.callDatabase("request_tracking_link", {
          protocol,
          email,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        });
        parts.kickDelivery();
        return {};
      }),
  });
}
