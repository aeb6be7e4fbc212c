import * as z from "zod/mini";
import { company } from "../company.ts";
import { defineTemplate } from "../define-template.ts";
import { button, details, note, paragraph } from "../mail-content.ts";

const sourceSchema = z.object({ subject: z.object({ contract_number: z.string() }) });

/** To the tenant after every change, so that a change by somebody else is noticed. */
export const passwordChanged = defineTemplate(sourceSchema, ({ subject }, { siteUrl }) => ({
  subject: "A senha do seu contrato foi alterada",
  preview: "Se não foi você, fale conosco agora mesmo.",
  heading: "Sua senha foi alterada",
  replyTo: company.email,
  blocks: [
    paragraph(
      "A senha de acesso ao seu contrato acaba de ser alterada. Por segurança, encerramos o acesso em todos os aparelhos: para continuar, entre com a nova senha.",
    ),
    details("Contrato", [["Número", subject.contract_number]]),
    button("Entrar na área do cliente", `${siteUrl}/area-cliente?aba=cliente`),
    note(
      `Não foi você? Recupere o acesso pela área do cliente e avise a nossa equipe em ${company.email}.`,
    ),
  ],
}));
