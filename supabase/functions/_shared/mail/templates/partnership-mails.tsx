import * as z from "zod/mini";
import { formatCurrency, formatPhone } from "../../contracts/fields/formats.ts";
import { propertyTypes } from "../../contracts/fields/places.ts";
import { type PartnershipForm, partnershipTitles } from "../../contracts/partnership-request.ts";
import { defineTemplate } from "../define-template.ts";
import { stateName, stateSchema, withoutLinks } from "../mail-formats.ts";
import { Action, Details, sentRows } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const partnershipReceivedSource = z.object({
  subject: z.object({
    property_state: stateSchema,
    property_type: z.enum(propertyTypes),
    property_value: z.number(),
  }),
});

/** To the address that was typed: that it arrived. Nothing that was typed is repeated. */
export const partnershipReceived = defineTemplate(
  partnershipReceivedSource,
  ({ subject: request }, context) => {
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
  },
);

const partnershipNoticeSource = z.object({
  subject: z.catchall(
    z.object({
      partner_name: z.string(),
      email: z.string(),
      phone: z.string(),
      company_name: z.string(),
      property_city: z.string(),
      property_state: z.string(),
      property_value: z.number(),
    }),
    z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  ),
});

type Request = z.output<typeof partnershipNoticeSource>["subject"];

/** To the staff inbox, whole, so that an answer is one click away. */
export const partnershipNotice = defineTemplate(
  partnershipNoticeSource,
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
          <Details title="Solicitação" rows={sentRows(request, titles, written)} />
          <Action url={`${context.siteUrl}/admin/parcerias`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** Fields that are not written as the text that they are; null where another row says it. */
const written: Partial<Record<keyof PartnershipForm, ((request: Request) => string) | null>> = {
  email: ({ email }) => email,
  phone: ({ phone }) => formatPhone(phone),
  propertyCity: ({ property_city: city, property_state: state }) =>
    `${withoutLinks(city)}, ${stateName(state)}`,
  propertyState: null,
  propertyValue: ({ property_value: value }) => formatCurrency(value),
};
const titles = { ...partnershipTitles, partnerName: "Nome", propertyCity: "Cidade" };
