import * as z from "zod/mini";
import type { SentField } from "../fields/sent-fields.ts";
import { propertyTypes, stateField } from "../fields/places.ts";
import { emailField, phoneField } from "../fields/people.ts";
import { moneyField } from "../fields/money.ts";
import { submissionIdField } from "../reply.ts";
import type { PartnershipRequestsSent } from "../stored-values.ts";
import { optionalTextField, plainTextField } from "../fields/text.ts";

const chooseType = "Selecione o tipo do imóvel";

/** Partnership form (spec sections 3 and 5). The upper limits of its fields are the same as in the simulation form. */
export const partnershipFormSchema = z.object({
  partnerName: plainTextField({
    min: 3,
    max: 100,
    message: "Nome deve ter no mínimo 3 caracteres",
  }),
  email: emailField(),
  phone: phoneField("Telefone inválido"),
  companyName: plainTextField({ min: 2, max: 100, message: "Nome da empresa é obrigatório" }),
  propertyAddress: plainTextField({ min: 5, max: 200, message: "Endereço é obrigatório" }),
  propertyCity: plainTextField({ min: 2, max: 100, message: "Cidade é obrigatória" }),
  propertyState: stateField({ length: "UF deve ter 2 caracteres", unknown: "UF inválida" }),
  propertyType: z.pipe(z.string(chooseType), z.enum(propertyTypes, chooseType)),
  propertyValue: moneyField("Valor é obrigatório"),
  message: optionalTextField(1000),
});

export const partnershipRequestSchema = z.extend(partnershipFormSchema, {
  submissionId: /* @__PURE__ */ submissionIdField(),
});

/** Title of each field, in the order in which staff see the fields on the screen, in the studio and in mails. */
export const partnershipFields: Readonly<
  Record<Exclude<PartnershipRequestsSent, "submissionId">, SentField>
> = {
  partnerName: { title: "Nome do parceiro" },
  email: { title: "E-mail", kind: "email" },
  phone: { title: "Telefone", kind: "phone" },
  companyName: { title: "Empresa" },
  propertyAddress: { title: "Endereço do imóvel" },
  propertyCity: { title: "Cidade do imóvel" },
  propertyState: { title: "Estado do imóvel" },
  propertyType: { title: "Tipo do imóvel" },
  propertyValue: { title: "Valor do imóvel", kind: "money" },
  message: { title: "Mensagem" },
} satisfies Record<keyof PartnershipForm, SentField>;

export const partnershipExample = {
  partnerName: "Carlos Souza",
  email: "carlos@imobiliaria.com.br",
  phone: "(44) 3333-4444",
  companyName: "Imobiliária Souza & Filhos",
  propertyAddress: "Rua das Flores, 10",
  propertyCity: "Maringá",
  propertyState: "PR",
  propertyType: "Galpão",
  propertyValue: "R$ 350.000,00",
  message: "Temos 40 imóveis.",
} satisfies Record<keyof PartnershipFormInput, string>;

export type PartnershipFormInput = z.input<typeof partnershipFormSchema>;
export type PartnershipForm = z.output<typeof partnershipFormSchema>;
