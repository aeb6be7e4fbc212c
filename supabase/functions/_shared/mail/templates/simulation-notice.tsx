import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { formatDeadline } from "../../contracts/formats/deadline.ts";
import { formatPhone } from "../../contracts/formats/phone.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { withoutLinks } from "../mail-formats.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

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
export const simulationNotice = defineTemplate(sourceSchema, ({ subject: simulation }, context) => {
  const { protocol } = simulation;
  const name = withoutLinks(simulation.full_name);
  const propertyCity = withoutLinks(`${simulation.property_city}/${simulation.property_state}`);
  const rent = formatCurrency(simulation.rental_value);
  const words = wordMail(context, "simulationNotice", {
    protocol,
    applicantName: name,
    propertyCity,
    rent,
  });
  return {
    ...words,
    replyTo: simulation.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details
          title="Resumo"
          rows={[
            ["Protocolo", protocol],
            ["Resposta prometida até", formatDeadline(simulation.answer_due_at)],
            ["Nome", name],
            ["E-mail", simulation.email],
            ["Telefone", formatPhone(simulation.phone)],
            ["Cidade do imóvel", propertyCity],
            ["Valor do aluguel", rent],
          ]}
        />
        <Action url={`${context.siteUrl}/admin/simulacoes`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
