import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";
import { stateName } from "../mail-formats.ts";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({ property_state: stateSchema, rental_value: z.number() }),
});

/** To the applicant, once staff approve. Not yet a contract: costs come before contracting. */
export const simulationApproved = defineTemplate(
  sourceSchema,
  ({ subject: simulation }, { siteUrl, company }) => ({
    subject: "Sua simulação de fiança foi aprovada",
    preview: "Veja o que acontece agora, até a emissão da carta de fiança.",
    heading: "Sua simulação foi aprovada!",
    replyTo: company.email,
    body: (
      <>
        <Paragraph>
          A análise foi concluída e você pode seguir para a contratação da fiança locatícia digital,
          sem fiador e sem depósito.
        </Paragraph>
        <Details
          title="Imóvel"
          rows={[
            ["Valor do aluguel", formatCurrency(simulation.rental_value)],
            ["Estado", stateName(simulation.property_state)],
          ]}
        />
        <Paragraph>
          Agora nossa equipe entra em contato com você por e-mail ou WhatsApp para apresentar os
          custos e o contrato. Depois da assinatura, emitimos a carta de fiança para o proprietário
          ou a imobiliária.
        </Paragraph>
        <Action url={`${siteUrl}/como-funciona`}>Ver como funciona</Action>
        <Note>
          Esta aprovação ainda não é a contratação: nada é cobrado antes de você conhecer os custos
          e aceitar o contrato.
        </Note>
      </>
    ),
  }),
);
