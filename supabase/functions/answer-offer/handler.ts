import * as z from "zod/mini";
import { answerOfferSchema, closedOfferMessages } from "#contracts/offers/offer.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { conflict, invalidField, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

const conflicts = {
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

/** Records a request for changes, a refusal or a question by a mailed link. A second click gets the same reply. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.publicGate, {
    name: "answer-offer",
    schema: answerOfferSchema,
    async answer({ secret, offerId, answer, reason, clause = null }, call) {
      const parameters = { secret, offer_id: offerId, answer, reason, clause };
      const result = resultSchema.parse(await callByLink(parts, call, "answer_offer", parameters));
      if (result === null) throw linkNotFound();
      if (result.outcome === "unknown-clause") {
        throw invalidField("clause", "Esta cláusula não está nas condições");
      }
      if (result.outcome !== "answered") throw conflict(conflicts[result.outcome]);
      parts.kickDelivery();
      return {};
    },
  });
}
