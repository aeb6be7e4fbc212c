import * as z from "zod/mini";
import { answerOfferSchema, closedOfferMessages } from "../_shared/contracts/offer.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

const refusals = {
  ...closedOfferMessages,
  accepted: "Estas condições já foram aceitas. Fale com a gente se algo precisa mudar.",
  asked: "Você já pediu um ajuste. A nossa equipe está com o seu pedido.",
  enough:
    "Você já fez cinco perguntas sobre estas condições. Responda ao nosso e-mail ou fale com a gente.",
};

const outcomes = [
  "answered",
  "expired",
  "withdrawn",
  "accepted",
  "declined",
  "asked",
  "enough",
  "unknown-clause",
] as const;
const resultSchema = z.nullable(z.object({ outcome: z.enum(outcomes) }));

/**
 * Takes the other answers to the conditions of an offer, from whoever has the request's link: that they
 * be adjusted, that they are not wanted, or a question about them. A second click gets the same answer.
 */
export function createHandler(parts: Needed): Handler {
  return createEndpoint(parts.publicGate, {
    name: "answer-offer",
    schema: answerOfferSchema,
    async answer({ secret, offerId, answer, reason, clause }, call) {
      const result = resultSchema.parse(
        await parts.callDatabase("answer_offer", {
          secret_hash: await secretHash(secret),
          offer_id: offerId,
          answer,
          reason,
          clause: clause ?? null,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        }),
      );
      if (result === null) {
        throw linkNotFound();
      }
      if (result.outcome === "unknown-clause") {
        const message = "Esta cláusula não está nas condições";
        throw new RequestFailure(422, "invalid_fields", message, { fields: { clause: message } });
      }
      if (result.outcome !== "answered") {
        throw new RequestFailure(409, "conflict", refusals[result.outcome]);
      }
      parts.kickDelivery();
      return {};
    },
  });
}
