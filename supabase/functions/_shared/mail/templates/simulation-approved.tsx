import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
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
    property_state: stateSchema,
    rental_value: z.number(),
  }),
});

/** To the applicant, once staff approve. Not yet a contract: costs come before contracting. */
export const simulationApproved = defineTemplate(
  sourceSchema,
  async ({ subject: simulation }, context) => {
    const words = wordMail(context, "simulationApproved", { protocol: simulation.protocol });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Pedido"
            rows={[
              ["Protocolo", simulation.protocol],
              ["Valor do aluguel", formatCurrency(simulation.rental_value)],
              ["Estado do imóvel", stateName(simulation.property_state)],
            ]}
          />
          <Action url={await trackingUrl(context, simulation.id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
