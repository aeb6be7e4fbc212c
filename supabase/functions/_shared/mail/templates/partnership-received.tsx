import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { propertyTypes } from "../../contracts/property-types.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { stateName } from "../mail-formats.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({
    property_state: stateSchema,
    property_type: z.enum(propertyTypes),
    property_value: z.number(),
  }),
});

/** To the address that was typed: that it arrived. Nothing that was typed is repeated. */
export const partnershipReceived = defineTemplate(sourceSchema, ({ subject: request }, context) => {
  const words = wordMail(context, "partnershipReceived", {});
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details
          title="Resumo"
          rows={[
            ["Tipo do imóvel", request.property_type],
            ["Valor do imóvel", formatCurrency(request.property_value)],
            ["Estado", stateName(request.property_state)],
          ]}
        />
        <Action url={`${context.siteUrl}/parceiros`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
