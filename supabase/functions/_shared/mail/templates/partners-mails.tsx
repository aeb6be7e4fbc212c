import * as z from "zod/mini";
import { formatCurrency, formatDeadline } from "#contracts/fields/formats.ts";
import { propertyTypes } from "#contracts/fields/places.ts";
import { partnershipFields } from "#contracts/partners/partnership-request.ts";
import { stateName, stateSchema, withoutLinks } from "../mail-formats.ts";
import { partnershipRow } from "../mail-examples.ts";
import { sentRows } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

/**
 * Defines the confirmation of a partnership request. The mail repeats no typed text, because the address may belong to
 * a stranger.
 */
export const partnershipReceived = defineRowMail(
  "partnershipReceived",
  z.object({
    protocol: z.string(),
    due_at: z.string(),
    property_state: stateSchema,
    property_type: z.enum(propertyTypes),
    property_value: z.number(),
  }),
  partnershipRow,
  ({ protocol, ...request }, { siteUrl }) => {
    const contactBy = formatDeadline(request.due_at);
    return {
      variables: { protocol, contactBy },
      facts: [
        "Resumo",
        ["Protocolo", protocol],
        ["Contato até", `${contactBy} (horário de Brasília)`],
        ["Tipo do imóvel", request.property_type],
        ["Valor do imóvel", formatCurrency(request.property_value)],
        ["Estado", stateName(request.property_state)],
      ],
      url: `${siteUrl}/parceiros`,
    };
  },
);

/** Defines the mail to the staff inbox with the whole partnership request. A reply goes to the request's sender. */
export const partnershipNotice = defineRowMail(
  "partnershipNotice",
  z.looseObject({
    id: z.string(),
    protocol: z.string(),
    due_at: z.string(),
    partner_name: z.string(),
    email: z.string(),
    company_name: z.string(),
    property_city: z.string(),
    property_state: z.string(),
  }),
  partnershipRow,
  (request, { siteUrl }) => ({
    variables: {
      companyName: withoutLinks(request.company_name),
      partnerName: withoutLinks(request.partner_name),
      propertyCity: withoutLinks(`${request.property_city}/${request.property_state}`),
    },
    replyTo: request.email,
    facts: [
      "Solicitação",
      ["Protocolo", request.protocol],
      ["Contato prometido até", formatDeadline(request.due_at)],
      ...sentRows(request, partnershipFields),
    ],
    url: `${siteUrl}/admin/parcerias#${request.id}`,
  }),
);
