import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatDateTime } from "../../contracts/formats/date-time.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";
import { stateName } from "../mail-formats.ts";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({
    property_state: stateSchema,
    rental_value: z.number(),
    accepted_terms_version: z.string(),
    accepted_terms_at: z.string(),
  }),
});

/** The browser says which version it showed, so only what looks like one is repeated. */
const versionPattern = /^\d{1,4}(?:[.-]\d{1,2}){0,2}$/;

/**
 * To the address that was typed, which may be a stranger's: that something arrived, with what
 * staff and lists can word. Nothing that was typed is repeated, or anybody could have Payser
 * send their own text to anybody; and income and documents are not for a mistyped address.
 */
export const simulationReceived = defineTemplate(
  sourceSchema,
  ({ subject: simulation }, { siteUrl, company }) => ({
    subject: "Recebemos a sua simulação de fiança",
    preview: "Guarde este e-mail: ele comprova o seu pedido e os termos que você aceitou.",
    heading: "Recebemos a sua simulação",
    replyTo: company.email,
    body: (
      <>
        <Paragraph>
          Nossa equipe vai analisar os seus dados e responder por e-mail ou WhatsApp. Você não
          precisa fazer mais nada agora.
        </Paragraph>
        <Details
          title="Resumo"
          rows={[
            ["Valor do aluguel", formatCurrency(simulation.rental_value)],
            ["Estado do imóvel", stateName(simulation.property_state)],
          ]}
        />
        <Details
          title="Termos aceitos"
          rows={[
            ...(versionPattern.test(simulation.accepted_terms_version)
              ? [["Versão", simulation.accepted_terms_version] as const]
              : []),
            ["Aceitos em", formatDateTime(simulation.accepted_terms_at)],
          ]}
        />
        <Action url={`${siteUrl}/termos`}>Ler os termos</Action>
        <Paragraph>
          Por segurança, este e-mail não repete os dados que foram digitados. Precisa corrigir algum
          ou quer uma cópia? Responda a este e-mail.
        </Paragraph>
        <Note>{`A simulação é gratuita e não obriga você a contratar. Não foi você? Ignore este e-mail ou avise ${company.email}. Usamos os dados para analisar este pedido; para consultar, corrigir ou excluir o que guardamos, escreva para ${company.dataProtectionEmail}.`}</Note>
      </>
    ),
  }),
);
