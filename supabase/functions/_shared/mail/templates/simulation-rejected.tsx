import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Note, Paragraph, Quote } from "../mail-parts.tsx";

const sourceSchema = z.object({
  subject: z.object({ rejection_reason: z.string() }),
});

/** To the applicant, once staff reject; the reason is what staff wrote. */
export const simulationRejected = defineTemplate(
  sourceSchema,
  ({ subject }, { siteUrl, company }) => ({
    subject: "Resultado da sua simulação de fiança",
    preview: "Concluímos a análise do seu pedido. Veja o resultado e o motivo.",
    heading: "Concluímos a análise do seu pedido",
    replyTo: company.email,
    body: (
      <>
        <Paragraph>
          Desta vez, não foi possível aprovar a sua simulação de fiança locatícia.
        </Paragraph>
        <Quote title="Motivo">{subject.rejection_reason}</Quote>
        <Paragraph>
          Se algum dado mudou ou foi enviado com erro, você pode fazer uma nova simulação. Se quiser
          entender melhor a decisão ou pedir que ela seja revista, responda a este e-mail: uma
          pessoa da nossa equipe vai ler.
        </Paragraph>
        <Action url={`${siteUrl}/simular`}>Fazer nova simulação</Action>
        <Note>{`Para consultar ou excluir os dados que você enviou, escreva para ${company.dataProtectionEmail}.`}</Note>
      </>
    ),
  }),
);
