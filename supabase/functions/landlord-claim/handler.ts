import * as z from "zod/mini";
import {
  claimViewSchema,
  landlordClaimRequestSchema,
  type landlordClaimReplySchema,
} from "../_shared/contracts/guarantee/claims.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "readContent" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

/**
 * What a landlord does with a claim by the link of a confirmed address: opens, completes, withdraws it,
 * has its decision looked at again, gives another account, confirms that by the mailed link. Answers the
 * claim as it stands then; a second click changes nothing.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "landlord-claim",
    schema: landlordClaimRequestSchema,
    // Thirty items of a thousand characters each.
    body: { kind: "json", maximumBytes: 256 * 1024 },
    async answer(request, call): Promise<z.output<typeof landlordClaimReplySchema>> {
      const address_hash = await parts.hashAddress(parts.callerAddress(call));
      // The days of the business rules are those that the database last kept.
      await parts.readContent();
      const claim = z.nullable(claimViewSchema).parse(
        request.action === "confirm-account"
          ? await parts.callDatabase("confirm_claim_account", {
              secret_hash: await secretHash(request.accountSecret),
              address_hash,
            })
          : await parts.callDatabase("claim_by_link", await byLink(request, address_hash)),
      );
      if (claim === null) throw linkNotFound();
      parts.kickDelivery();
      return { claim };
    },
  });
}

type ByLink = Exclude<z.output<typeof landlordClaimRequestSchema>, { action: "confirm-account" }>;

async function byLink({ action, secret, ...request }: ByLink, address_hash: string) {
  return { secret_hash: await secretHash(secret), address_hash, action, request };
}
