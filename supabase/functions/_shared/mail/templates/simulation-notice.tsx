import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatDeadline } from "../../contracts/formats/deadline.ts";
import { formatPhone } from "../../contracts/formats/phone.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";
import { withoutLinks } from "../mail-formats.ts";

const sourceSchema = z.object({
  subject: z.object({
    protocol: z.string(),
    answer_due_at: z.string(),
    full_name: z.string(),
    email: z.string(),
    phone: z.string(),
    property_city: z.string(),
    property_state: z.string(),
    rental_value: z.number(),
  }),
});

/** To the staff inbox. The documents and income stay on the staff page, behind the login. */
export const simulationNotice = defineTemplate(
  sourceSchema,
  ({ subject: simulation }, { siteUrl }) => {
    const name = withoutLinks(simulation.full_name);
    const city = withoutLinks(`${simulation.property_city}/${simulation.property_state}`);
    return {
      subject: `Nova simulação: ${name}`,
      preview: `${city}, aluguel de ${formatCurrency(simulation.rental_value)}`,
      heading: "Nova simulação de fiança",
      replyTo: simulation.email,
      body: (
        <>
          <Paragraph>Uma simulação chegou pelo site e aguarda análise.</Paragraph>
          <Details
            title="Resumo"
            rows={[
              ["Protocolo", simulation.protocol],
              ["Resposta prometida até", formatDeadline(simulation.answer_due_at)],
              ["Nome", name],
              ["E-mail", simulation.email],
              ["Telefone", formatPhone(simulation.phone)],
              ["Cidade do imóvel", city],
              ["Valor do aluguel", formatCurrency(simulation.rental_value)],
            ]}
          />
          <Action url={`${siteUrl}/admin/simulacoes`}>Gerenciar simulações</Action>
          <Note>
            Ao responder a este e-mail, você escreve diretamente para quem pediu a simulação.
          </Note>
        </>
      ),
    };
  },
);
