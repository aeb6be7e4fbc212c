import * as z from "zod/mini";
import { company } from "../company.ts";
import { defineTemplate } from "../define-template.ts";
import { button, note, paragraph, quote } from "../mail-content.ts";

const sourceSchema = z.object({
  subject: z.object({ rejection_reason: z.string() }),
});

/** To the applicant, once staff reject; the reason is what staff wrote. */
export const simulationRejected = defineTemplate(sourceSchema, ({ subject }, { siteUrl }) => ({
  subject: "Resultado da sua simulação de fiança",
  preview: "Concluímos a análise do seu pedido. Veja o resultado e o motivo.",
  heading: "Concluímos a análise do seu pedido",
  replyTo: company.email,
  blocks: [
    paragraph("Desta vez, não foi possível aprovar a sua simulação de fiança locatícia."),
    quote("Motivo", subject.rejection_reason),
    paragraph(
      "Se algum dado mudou ou foi enviado com erro, você pode fazer uma nova simulação. Se quiser entender melhor a decisão ou pedir que ela seja revista, responda a este e-mail: uma pessoa da nossa equipe vai ler.",
    ),
    button("Fazer nova simulação", `${siteUrl}/simular`),
    note(
      `Para consultar ou excluir os dados que você enviou, escreva para ${company.dataProtectionEmail}.`,
    ),
  ],
}));
