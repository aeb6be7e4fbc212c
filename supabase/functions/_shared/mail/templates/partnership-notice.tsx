import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatPhone } from "../../contracts/formats/phone.ts";
import { type PartnershipForm, partnershipTitles } from "../../contracts/partnership-request.ts";
import { defineTemplate } from "../define-template.ts";
import { Details, Note, Paragraph } from "../mail-parts.tsx";
import { stateName, withoutLinks } from "../mail-formats.ts";
import { sentRows } from "../sent-rows.ts";

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

/** To the staff inbox, whole: partnership requests have no page of their own. */
export const partnershipNotice = defineTemplate(sourceSchema, ({ subject: request }) => ({
  subject: `Nova solicitação de parceria: ${withoutLinks(request.company_name)}`,
  preview: withoutLinks(
    `${request.partner_name}, ${request.property_city}/${request.property_state}`,
  ),
  heading: "Nova solicitação de parceria",
  replyTo: request.email,
  body: (
    <>
      <Paragraph>Uma solicitação chegou pelo formulário de parceiros do site.</Paragraph>
      <Details title="Solicitação" rows={sentRows(request, titles, written)} />
      <Note>Ao responder a este e-mail, você escreve diretamente para quem fez a solicitação.</Note>
    </>
  ),
}));

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
