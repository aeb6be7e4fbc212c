import * as z from "zod/mini";
import { formatMoney, formatPhone, stateName } from "../mail-formats.ts";

/** The columns of public.partnership_requests that e-mails show. */
const partnershipRowSchema = z.object({
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
});

export const partnershipSourceSchema = z.object({ subject: partnershipRowSchema });

/** Everything that was sent, in the order of the form. */
export function partnershipRows(request: z.output<typeof partnershipRowSchema>) {
  const rows: (readonly [string, string])[] = [
    ["Nome", request.partner_name],
    ["E-mail", request.email],
    ["Telefone", formatPhone(request.phone)],
    ["Empresa", request.company_name],
    ["Endereço do imóvel", request.property_address],
    ["Cidade", `${request.property_city}, ${stateName(request.property_state)}`],
    ["Tipo do imóvel", request.property_type],
    ["Valor do imóvel", formatMoney(request.property_value)],
  ];
  if (request.message) rows.push(["Mensagem", request.message]);
  return rows;
}
