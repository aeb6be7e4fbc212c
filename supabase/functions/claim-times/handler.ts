import * as z from "zod/mini";
import { claimTimesSchema } from "#contracts/claims/claim-times.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Returns how many claims were decided and paid by the promised day. Anybody may call, and the reply has no names. */
export function createHandler(parts: Pick<Parts, "publicGate" | "callDatabase">): Handler {
  return createEndpoint(parts.publicGate, {
    name: "claim-times",
    schema: z.object({}),
    answer: async () =>
      claimTimesSchema.parse(await parts.callDatabase("published_claim_figures", {})),
  });
}
