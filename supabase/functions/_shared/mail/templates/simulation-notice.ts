import { defineTemplate } from "../define-template.ts";
import { button, details, note, paragraph } from "../mail-content.ts";
import { formatMoney, formatPhone } from "../mail-formats.ts";
import { simulationSourceSchema } from "./simulation-rows.ts";

/** To the staff inbox. The documents and income stay on the staff page, behind the login. */
export const simulationNotice = defineTemplate(
  simulationSourceSchema,
  ({ subject: simulation }, { siteUrl }) => ({
    subject: `Nova simulação: ${simulation.full_name}`,
    preview: `${simulation.property_city}/${simulation.property_state}, aluguel de ${formatMoney(simulation.rental_value)}`,
    heading: "Nova simulação de fiança",
    replyTo: simulation.email,
    blocks: [
      paragraph("Uma simulação chegou pelo site e aguarda análise."),
      details("Resumo", [
        ["Nome", simulation.full_name],
        ["E-mail", simulation.email],
        ["Telefone", formatPhone(simulation.phone)],
        ["Cidade do imóvel", `${simulation.property_city}/${simulation.property_state}`],
        ["Valor do aluguel", formatMoney(simulation.rental_value)],
      ]),
      button("Gerenciar simulações", `${siteUrl}/admin/simulacoes`),
      note("Ao responder a este e-mail, você escreve diretamente para quem pediu a simulação."),
    ],
  }),
);
