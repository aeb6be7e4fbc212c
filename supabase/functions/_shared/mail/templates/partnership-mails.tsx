import * as z from "zod/mini";
import { formatCurrency, formatDeadline } from "../../contracts/fields/formats.ts";
import { propertyTypes } from "../../contracts/fields/places.ts";
import { partnershipFields } from "../../contracts/partnership-request.ts";
import { defineTemplate } from "../define-template.ts";
import { stateName, stateSchema, withoutLinks } from "../mail-formats.ts";
import { partnershipRow } from "../mail-examples.ts";
import { Action, Details, sentRows } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const partnershipReceivedSource = z.object({
  subject: z.object({
    protocol: z.string(),
    due_at: z.string(),
    property_state: stateSchema,
    property_type: z.enum(propertyTypes),
    property_value: z.number(),
  }),
});

/** To the address that was typed: that it arrived. Nothing that was typed is repeated. */
export const partnershipReceived = defineTemplate(
  partnershipReceivedSource,
  { subject: partnershipRow },
  ({ subject: request }, context) => {
    const { protocol } = request;
    const contactBy = formatDeadline(request.due_at);
    const words = wordMail(context, "partnershipReceived", { protocol, contactBy });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Resumo"
            rows={[
              ["Protocolo", protocol],
              ["Contato até", `${contactBy} (horário de Brasília)`],
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
  },
);

const partnershipNoticeSource = z.object({
  subject: z.looseObject({
    protocol: z.string(),
    due_at: z.string(),
    partner_name: z.string(),
    email: z.string(),
    company_name: z.string(),
    property_city: z.string(),
    property_state: z.string(),
  }),
});

/** To the staff inbox, whole, so that an answer is one click away. */
export const partnershipNotice = defineTemplate(
  partnershipNoticeSource,
  { subject: partnershipRow },
  ({ subject: request }, context) => {
    const words = wordMail(context, "partnershipNotice", {
      companyName: withoutLinks(request.company_name),
      partnerName: withoutLinks(request.partner_name),
      propertyCity: withoutLinks(`${request.property_city}/${request.property_state}`),
    });
    return {
      ...words,
      replyTo: request.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Solicitação"
            rows={[
              ["Protocolo", request.protocol],
              ["Contato prometido até", formatDeadline(request.due_at)],
              ...sentRows(request, partnershipFields),
            ]}
          />
          <Action url={`${context.siteUrl}/admin/parcerias`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
