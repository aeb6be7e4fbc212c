import * as z from "zod/mini";
import type { SentField } from "../fields/sent-fields.ts";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { moneyField } from "../fields/money.ts";
import { birthDateField, cpfField, emailField, phoneField } from "../fields/people.ts";
import { optionalTypeField, stateField } from "../fields/places.ts";
import { optionalTextField, plainTextField, textField } from "../fields/text.ts";
import { submissionIdField } from "../reply.ts";
import type { SimulationsSent } from "../stored-values.ts";

/** Value stored when a caller does not say which version of the terms was shown. */
export const unnamedVersion = "não informada";

const mustAccept = "Você deve aceitar os termos e condições";

/** Simulation form (spec sections 3 and 5). The schema turns typed values into the values that are stored. */
export const simulationFormSchema = z.object({
  fullName: plainTextField({ min: 3, max: 100, message: "Nome completo é obrigatório" }).check(
    refuseUndrawn,
  ),
  email: emailField("Informe seu e-mail"),
  phone: phoneField("Telefone deve ter no mínimo 10 dígitos"),
  cpf: cpfField(),
  birthDate: birthDateField(),
  monthlyIncome: moneyField("Renda mensal é obrigatória"),
  occupation: plainTextField({ min: 2, max: 100, message: "Profissão é obrigatória" }),
  propertyAddress: plainTextField({
    min: 5,
    max: 200,
    message: "Endereço do imóvel é obrigatório",
  }).check(refuseUndrawn),
  propertyCity: plainTextField({ min: 2, max: 100, message: "Cidade é obrigatória" }).check(
    refuseUndrawn,
  ),
  propertyState: stateField({
    length: "Estado deve ter 2 caracteres",
    unknown: "Selecione um estado da lista",
  }),
  propertyType: optionalTypeField(),
  rentalValue: moneyField("Valor do aluguel é obrigatório"),
  ownerName: plainTextField({ min: 3, max: 100, message: "Nome do proprietário é obrigatório" }),
  ownerContact: phoneField("Contato do proprietário é obrigatório"),
  comments: optionalTextField(1000),
  acceptedTerms: z.pipe(z.boolean(mustAccept), z.literal(true, mustAccept)),
});

/** Input of the edge function send-simulation-email: the form, and the version of the terms that the page showed. */
export const simulationRequestSchema = z.extend(simulationFormSchema, {
  // The mark PURE lets the bundler remove this schema from the browser's code, which does not use it.
  submissionId: /* @__PURE__ */ submissionIdField(),
  termsVersion: z._default(
    /* @__PURE__ */ textField({ min: 1, max: 40, message: "Versão dos termos inválida" }),
    unnamedVersion,
  ),
});

/**
 * Form field on the staff screen. Mails to staff show only fields with `isInNotice`, because people can read mail
 * without signing in to the site.
 */
interface SimulationField extends SentField {
  part: "heading" | "person" | "property" | "remarks";
  isInNotice?: true;
}

/** Title of each field for staff, in the studio, on the screen and in mails. The consent is shown in another way. */
export const simulationFields: Readonly<
  Record<Exclude<SimulationsSent, "submissionId" | "acceptedTermsVersion">, SimulationField>
> = {
  fullName: { title: "Nome completo", part: "heading", isInNotice: true },
  email: { title: "E-mail", kind: "email", part: "person", isInNotice: true },
  phone: { title: "Telefone", kind: "phone", part: "person", isInNotice: true },
  cpf: { title: "CPF", kind: "cpf", part: "person" },
  birthDate: { title: "Data de nascimento", kind: "date", part: "person" },
  monthlyIncome: { title: "Renda mensal", kind: "money", part: "person" },
  occupation: { title: "Profissão", part: "person" },
  propertyAddress: { title: "Endereço do imóvel", part: "property" },
  propertyCity: { title: "Cidade do imóvel", part: "property", isInNotice: true },
  propertyState: { title: "Estado do imóvel", part: "property", isInNotice: true },
  propertyType: { title: "Tipo do imóvel", part: "property" },
  rentalValue: { title: "Valor do aluguel", kind: "money", part: "property", isInNotice: true },
  ownerName: { title: "Nome do proprietário", part: "property" },
  ownerContact: { title: "Contato do proprietário", kind: "phone", part: "property" },
  comments: { title: "Observações", part: "remarks" },
} satisfies Record<Exclude<keyof SimulationForm, "acceptedTerms">, SimulationField>;

export function simulationFieldsWhere(
  holds: (field: SimulationField) => boolean,
): Readonly<Record<string, SimulationField>> {
  return Object.fromEntries(Object.entries(simulationFields).filter(([, field]) => holds(field)));
}

export const simulationExample = {
  fullName: "Ana Maria da Silva",
  email: "ana@exemplo.com.br",
  phone: "(44) 99999-8888",
  cpf: "529.982.247-25",
  birthDate: "1990-05-17",
  monthlyIncome: "R$ 6.500,00",
  occupation: "Arquiteta",
  propertyAddress: "Av. Brasil, 1000",
  propertyCity: "Maringá",
  propertyState: "PR",
  propertyType: "Apartamento",
  rentalValue: "1.800,50",
  ownerName: "José Pereira",
  ownerContact: "(44) 3333-4444",
  comments: "Tenho um cachorro.\nPosso mudar em março.",
  acceptedTerms: true,
} satisfies Record<keyof SimulationFormInput, string | true>;

export type SimulationFormInput = z.input<typeof simulationFormSchema>;
export type SimulationForm = z.output<typeof simulationFormSchema>;
