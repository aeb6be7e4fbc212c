import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatPhone } from "../../contracts/formats/phone.ts";
import { type PartnershipForm, partnershipTitles } from "../../contracts/partnership-request.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { stateName, withoutLinks } from "../mail-formats.ts";
import { sentRows } from "../sent-rows.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
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

type Request = z.output<typeof sourceSchema>["subject"];

/** To the staff inbox, whole, so that an answer is one click away. */
export const partnershipNotice = defineTemplate(sourceSchema, ({ subject: request }, context) => {
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
});

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
