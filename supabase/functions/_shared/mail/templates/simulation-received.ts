import * as z from "zod/mini";
import { company } from "../company.ts";
import { defineTemplate } from "../define-template.ts";
import { button, details, note, paragraph } from "../mail-content.ts";
import { greet, formatMoment } from "../mail-formats.ts";
import { personalRows, propertyRows, simulationRowSchema } from "./simulation-rows.ts";

const sourceSchema = z.object({
  subject: z.extend(simulationRowSchema, {
    accepted_terms_version: z.string(),
    accepted_terms_at: z.string(),
  }),
});

/** To the applicant: that it arrived, and a copy to keep (Decreto 7.962/2013, art. 4). */
export const simulationReceived = defineTemplate(
  sourceSchema,
  ({ subject: simulation }, { siteUrl }) => ({
    subject: "Recebemos a sua simulação de fiança",
    preview: "Guarde este e-mail: ele traz uma cópia do que você enviou.",
    heading: greet(simulation.full_name, "recebemos a sua simulação"),
    replyTo: company.email,
    blocks: [
      paragraph(
        "Nossa equipe vai analisar os seus dados e responder por e-mail ou WhatsApp. Você não precisa fazer mais nada agora.",
      ),
      details("Seus dados", personalRows(simulation)),
      details("Imóvel e proprietário", propertyRows(simulation)),
      details("Termos aceitos", [
        ["Versão", simulation.accepted_terms_version],
        ["Aceitos em", formatMoment(simulation.accepted_terms_at)],
      ]),
      button("Ler os termos", `${siteUrl}/termos`),
      paragraph("Algum dado está errado? Responda a este e-mail e nós corrigimos."),
      note(
        `A simulação é gratuita e não obriga você a contratar. Usamos os seus dados para analisar este pedido; para consultar, corrigir ou excluir o que guardamos, escreva para ${company.dataProtectionEmail}.`,
      ),
    ],
  }),
);
