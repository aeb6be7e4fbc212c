import * as z from "zod/mini";
import { formatCurrency } from "../../contracts/formats/currency.ts";
import { propertyTypes } from "../../contracts/property-types.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";
import { stateName } from "../mail-formats.ts";
import { stateSchema } from "./state-schema.ts";

const sourceSchema = z.object({
  subject: z.object({
    property_state: stateSchema,
    property_type: z.enum(propertyTypes),
    property_value: z.number(),
  }),
});

/** To the address that was typed: that it arrived. Nothing that was typed is repeated. */
export const partnershipReceived = defineTemplate(
  sourceSchema,
  ({ subject: request }, { siteUrl, company }) => ({
    subject: "Recebemos a sua solicitação de parceria",
    preview: "Nossa equipe vai entrar em contato com você em breve.",
    heading: "Recebemos a sua solicitação",
    replyTo: company.email,
    body: (
      <>
        <Paragraph>
          Que bom ter você por aqui. Nossa equipe de parcerias vai entrar em contato por e-mail ou
          telefone para apresentar os próximos passos.
        </Paragraph>
        <Details
          title="Resumo"
          rows={[
            ["Tipo do imóvel", request.property_type],
            ["Valor do imóvel", formatCurrency(request.property_value)],
            ["Estado", stateName(request.property_state)],
          ]}
        />
        <Action url={`${siteUrl}/parceiros`}>Conhecer a parceria</Action>
        <Note>{`Por segurança, este e-mail não repete os dados que foram digitados. Não foi você? Ignore este e-mail ou avise ${company.email}. Usamos os dados apenas para tratar desta parceria. Para consultar, corrigir ou excluir o que guardamos, escreva para ${company.dataProtectionEmail}.`}</Note>
      </>
    ),
  }),
);
