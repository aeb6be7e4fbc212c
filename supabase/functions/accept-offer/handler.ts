import * as z from "zod/mini";
import { acceptOfferSchema, closedOfferMessages } from "../_shared/contracts/offer.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "kickDocuments" | "callerAddress" | "hashAddress"
>;

const resultSchema = z.nullable(
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("accepted"), contractNumber: z.string() }),
    z.object({
      outcome: z.enum(["expired", "withdrawn", "declined", "changed", "name", "clauses"]),
    }),
  ]),
);

const gone = {
  ...closedOfferMessages,
  changed: "As condições mudaram. Leia as novas antes de aceitar.",
};

/**
 * Accepts the conditions of an offer for whoever has the request's link. The contract is made once:
 * a second click gets the same answer.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "accept-offer",
    schema: acceptOfferSchema,
    async answer({ secret, offerId, fullName, clauses, conditionsSha256, landlordEmail }, call) {
      const result = resultSchema.parse(
        await parts.callDatabase("accept_offer", {
          secret_hash: await secretHash(secret),
          offer_id: offerId,
          full_name: fullName,
          clauses,
          conditions_sha256: conditionsSha256,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
          user_agent: (call.headers.get("user-agent") ?? "").slice(0, 500),
          ...(landlordEmail !== undefined && { landlord_email: landlordEmail }),
        }),
      );
      if (result === null) {
        throw linkNotFound();
      }
      if (result.outcome === "accepted") {
        parts.kickDelivery();
        parts.kickDocuments();
        return { contractNumber: result.contractNumber };
      }
      if (result.outcome === "name") throw refused("fullName", "O nome não é o do pedido");
      if (result.outcome === "clauses") throw refused("clauses", "Confirme todas as cláusulas");
      throw new RequestFailure(409, "conflict", gone[result.outcome]);
    },
  });
}

function refused(field: string, message: string) {
  return new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", {
    fields: { [field]: message },
  });
}
