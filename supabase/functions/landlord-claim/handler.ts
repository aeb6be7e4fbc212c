import * as z from "zod/mini";
import { landlordClaimRequestSchema } from "#contracts/claims/claim-requests.ts";
import { claimViewSchema, type landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/** Changes a claim by a landlord's link and returns the claim. A second click changes nothing. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "landlord-claim",
    schema: landlordClaimRequestSchema,
    // Thirty items of a thousand characters each.
    body: { kind: "json", maximumBytes: 256 * 1024 },
    async answer(request, call): Promise<z.output<typeof landlordClaimReplySchema>> {
      // This call stores changed business rules in the database, which computes the claim's deadlines from these rules.
      await parts.readContent();
      const claim = z.nullable(claimViewSchema).parse(await callFor(parts, request, call));
      if (claim === null) throw linkNotFound();
      parts.kickDelivery();
      return { claim };
    },
  });
}

async function callFor(
  parts: Parts,
  claimRequest: z.output<typeof landlordClaimRequestSchema>,
  call: Request,
): Promise<unknown> {
  if (claimRequest.action === "confirm-account") {
    const { accountSecret: secret } = claimRequest;
    return callByLink(parts, call, "confirm_claim_account", { secret });
  }
  const { action, secret, ...request } = claimRequest;
  return callByLink(parts, call, "claim_by_link", { secret, action, request });
}
