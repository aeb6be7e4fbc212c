import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatPhone } from "../../contracts/formats/phone.ts";
import { defineTemplate } from "../define-template.ts";
import { Details, Note, Paragraph } from "../mail-parts.tsx";
import { stateName, withoutLinks } from "../mail-formats.ts";

const sourceSchema = z.object({
  subject: z.object({
    partner_name: z.string(),
    email: z.string(),
    phone: z.string(),
    company_name: z.string(),
    property_address: z.string(),
    property_city: z.string(),
    property_state: z.string(),
    property_type: z.string(),
    property_value: z.number(),
    message: z.nullish(z.string()),
  }),
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
      <Details title="Solicitação" rows={partnershipRows(request)} />
      <Note>Ao responder a este e-mail, você escreve diretamente para quem fez a solicitação.</Note>
    </>
  ),
}));

/** Everything that was sent, in the order of the form. */
function partnershipRows(request: Request) {
  const rows: (readonly [string, string])[] = [
    ["Nome", withoutLinks(request.partner_name)],
    ["E-mail", request.email],
    ["Telefone", formatPhone(request.phone)],
    ["Empresa", withoutLinks(request.company_name)],
    ["Endereço do imóvel", withoutLinks(request.property_address)],
    ["Cidade", `${withoutLinks(request.property_city)}, ${stateName(request.property_state)}`],
    ["Tipo do imóvel", request.property_type],
    ["Valor do imóvel", formatCurrency(request.property_value)],
  ];
  if (request.message) rows.push(["Mensagem", withoutLinks(request.message)]);
  return rows;
}
