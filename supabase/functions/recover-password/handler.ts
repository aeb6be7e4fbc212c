import { atLeast } from "../_shared/callers.ts";
import { passwordRecoveryRequestSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress" | "now" | "wait"
>;

/** Longer than the database takes for a known address. */
const sameTimeMilliseconds = 400;

const requests = {
  contract: "request_password_recovery",
  staff: "request_staff_recovery",
} as const;

/** Queues recovery links. Known and unknown addresses get the same answer after the same time. */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "recover-password",
    schema: passwordRecoveryRequestSchema,
    answer: ({ email, account }, call) =>
      atLeast(parts, sameTimeMilliseconds, async () => {
        await parts.callDatabase(requests[account], {
          email,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        });
        parts.kickDelivery();
        return {};
      }),
  });
}
