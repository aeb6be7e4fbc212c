import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatDeadline } from "../../contracts/formats/deadline.ts";
import { formatDateTime } from "../../contracts/formats/date-time.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { stateName } from "../mail-formats.ts";
import { trackingUrl } from "../tracking-url.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    answer_due_at: z.string(),
    property_state: stateSchema,
    rental_value: z.number(),
    accepted_terms_version: z.string(),
    accepted_terms_at: z.string(),
  }),
});

/** The browser says which version it showed, so only what looks like one is repeated. */
const versionPattern = /^\d{1,4}(?:[.-]\d{1,2}){0,2}$/;

/**
 * To the address that was typed, which may be a stranger's: that something arrived, with what
 * staff and lists can word. Nothing that was typed is repeated, or anybody could have Payser
 * send their own text to anybody; and income and documents are not for a mistyped address.
 */
export const simulationReceived = defineTemplate(
  sourceSchema,
  async ({ subject: simulation }, context) => {
    const { protocol } = simulation;
    const answerBy = formatDeadline(simulation.answer_due_at);
    const words = wordMail(context, "simulationReceived", { protocol, answerBy });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Pedido"
            rows={[
              ["Protocolo", protocol],
              ["Resposta até", `${answerBy} (horário de Brasília)`],
              ["Valor do aluguel", formatCurrency(simulation.rental_value)],
              ["Estado do imóvel", stateName(simulation.property_state)],
            ]}
          />
          <Action url={await trackingUrl(context, simulation.id)}>{words.button}</Action>
          <Details
            title="Termos aceitos"
            rows={[
              ...(versionPattern.test(simulation.accepted_terms_version)
                ? [["Versão", simulation.accepted_terms_version] as const]
                : []),
              ["Aceitos em", formatDateTime(simulation.accepted_terms_at)],
              ["Onde ler", `${context.siteUrl}/termos`],
            ]}
          />
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
