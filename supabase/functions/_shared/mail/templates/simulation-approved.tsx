import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { stateName } from "../mail-formats.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({ property_state: stateSchema, rental_value: z.number() }),
});

/** To the applicant, once staff approve. Not yet a contract: costs come before contracting. */
export const simulationApproved = defineTemplate(
  sourceSchema,
  ({ subject: simulation }, context) => {
    const words = wordMail(context, "simulationApproved", {});
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs of={words} />
          <Details
            title="Imóvel"
            rows={[
              ["Valor do aluguel", formatCurrency(simulation.rental_value)],
              ["Estado", stateName(simulation.property_state)],
            ]}
          />
          <Action url={`${context.siteUrl}/como-funciona`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
