import { defineTemplate } from "../define-template.ts";
import { details, note, paragraph } from "../mail-content.ts";
import { partnershipRows, partnershipSourceSchema } from "./partnership-rows.ts";

/** To the staff inbox, whole: partnership requests have no page of their own. */
export const partnershipNotice = defineTemplate(
  partnershipSourceSchema,
  ({ subject: request }) => ({
    subject: `Nova solicitação de parceria: ${request.company_name}`,
    preview: `${request.partner_name}, ${request.property_city}/${request.property_state}`,
    heading: "Nova solicitação de parceria",
    replyTo: request.email,
    blocks: [
      paragraph("Uma solicitação chegou pelo formulário de parceiros do site."),
      details("Solicitação", partnershipRows(request)),
      note("Ao responder a este e-mail, você escreve diretamente para quem fez a solicitação."),
    ],
  }),
);
