import * as z from "zod/mini";
import { acceptOfferSchema, closedOfferMessages } from "#contracts/offers/offer.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { conflict, invalidFields, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const resultSchema = z.nullable(
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("accepted"), contractNumber: z.string() }),
    z.object({
      outcome: z.enum(["expired", "withdrawn", "declined", "changed", "name", "clauses"]),
    }),
  ]),
);

const conflicts = {
  ...closedOfferMessages,
  changed: "As condições mudaram. Leia as novas antes de aceitar.",
};
const wrongFields = {
  name: { fullName: "O nome não é o do pedido" },
  clauses: { clauses: "Confirme todas as cláusulas" },
};

/** Accepts an offer for the holder of the request's link. A second click gets the same reply and no new contract. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "accept-offer",
    schema: acceptOfferSchema,
    async answer({ secret, offerId, fullName, clauses, conditionsSha256, landlordEmail }, call) {
      const result = resultSchema.parse(
        await callByLink(parts, call, "accept_offer", {
          secret,
          offer_id: offerId,
          full_name: fullName,
          clauses,
          conditions_sha256: conditionsSha256,
          user_agent: (call.headers.get("user-agent") ?? "").slice(0, 500),
          ...(landlordEmail !== undefined && { landlord_email: landlordEmail }),
        }),
      );
      if (result === null) throw linkNotFound();
      if (result.outcome === "accepted") {
        parts.kickDelivery();
        parts.kickDocuments();
        return { contractNumber: result.contractNumber };
      }
      const { outcome } = result;
      throw outcome === "name" || outcome === "clauses"
        ? invalidFields(wrongFields[outcome])
        : conflict(conflicts[outcome]);
    },
  });
}
