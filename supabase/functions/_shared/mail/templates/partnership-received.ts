import { company } from "../company.ts";
import { defineTemplate } from "../define-template.ts";
import { button, details, note, paragraph } from "../mail-content.ts";
import { greet } from "../mail-formats.ts";
import { partnershipRows, partnershipSourceSchema } from "./partnership-rows.ts";

/** To the future partner: that it arrived, with a copy. */
export const partnershipReceived = defineTemplate(
  partnershipSourceSchema,
  ({ subject: request }, { siteUrl }) => ({
    subject: "Recebemos a sua solicitação de parceria",
    preview: "Nossa equipe vai entrar em contato com você em breve.",
    heading: greet(request.partner_name, "recebemos a sua solicitação"),
    replyTo: company.email,
    blocks: [
      paragraph(
        "Que bom ter você por aqui. Nossa equipe de parcerias vai entrar em contato por e-mail ou telefone para apresentar os próximos passos.",
      ),
      details("O que você enviou", partnershipRows(request)),
      button("Conhecer a parceria", `${siteUrl}/parceiros`),
      note(
        `Usamos os seus dados apenas para tratar desta parceria. Para consultar, corrigir ou excluir o que guardamos, escreva para ${company.dataProtectionEmail}.`,
      ),
    ],
  }),
);
