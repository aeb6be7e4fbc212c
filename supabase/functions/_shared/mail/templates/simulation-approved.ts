import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { company } from "../company.ts";
import { defineTemplate } from "../define-template.ts";
import { button, details, note, paragraph } from "../mail-content.ts";
import { stateName } from "../mail-formats.ts";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({ property_state: stateSchema, rental_value: z.number() }),
});

/** To the applicant, once staff approve. Not yet a contract: costs come before contracting. */
export const simulationApproved = defineTemplate(
  sourceSchema,
  ({ subject: simulation }, { siteUrl }) => ({
    subject: "Sua simulação de fiança foi aprovada",
    preview: "Veja o que acontece agora, até a emissão da carta de fiança.",
    heading: "Sua simulação foi aprovada!",
    replyTo: company.email,
    blocks: [
      paragraph(
        "A análise foi concluída e você pode seguir para a contratação da fiança locatícia digital, sem fiador e sem depósito.",
      ),
      details("Imóvel", [
        ["Valor do aluguel", formatCurrency(simulation.rental_value)],
        ["Estado", stateName(simulation.property_state)],
      ]),
      paragraph(
        "Agora nossa equipe entra em contato com você por e-mail ou WhatsApp para apresentar os custos e o contrato. Depois da assinatura, emitimos a carta de fiança para o proprietário ou a imobiliária.",
      ),
      button("Ver como funciona", `${siteUrl}/como-funciona`),
      note(
        "Esta aprovação ainda não é a contratação: nada é cobrado antes de você conhecer os custos e aceitar o contrato.",
      ),
    ],
  }),
);
