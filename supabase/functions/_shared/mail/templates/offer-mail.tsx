import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatDeadline } from "../../contracts/formats/deadline.ts";
import { formatShortDate } from "../../contracts/formats/short-date.ts";
import { defineTemplate, type RenderContent } from "../define-template.ts";
import { Action, Details, Warning } from "../mail-parts.tsx";
import { trackingUrl } from "../tracking-url.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    offer: z.object({
      referenceValue: z.number(),
      coverLimit: z.number(),
      fee: z.number(),
      feeDueOn: z.string(),
      validUntil: z.string(),
    }),
  }),
});

/**
 * To the applicant, about conditions that wait to be accepted. What is not covered stands before
 * the numbers; who the landlord is was typed by somebody, and stays out.
 */
export function offerMail(name: "offerMade" | "offerReminder"): RenderContent {
  return defineTemplate(sourceSchema, async ({ subject: { id, protocol, offer } }, context) => {
    const { exclusions } = context.coverage;
    const validUntil = formatDeadline(offer.validUntil);
    const fee = formatCurrency(offer.fee);
    const coverLimit = formatCurrency(offer.coverLimit);
    const words = wordMail(context, name, { protocol, validUntil, fee, coverLimit });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Warning title={exclusions.title} items={exclusions.items} />
          <Details
            title="Condições"
            rows={[
              ["Protocolo", protocol],
              ["Limite da cobertura", coverLimit],
              ["Valor de referência", formatCurrency(offer.referenceValue)],
              ["Custo total da fiança", fee],
              ["Vencimento", formatShortDate(offer.feeDueOn)],
              ["Você pode aceitar até", `${validUntil} (horário de Brasília)`],
            ]}
          />
          <Action url={await trackingUrl(context, id)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  });
}
