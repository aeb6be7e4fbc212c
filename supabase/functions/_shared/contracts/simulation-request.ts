import * as z from "zod/mini";
import { birthDateField } from "./birth-date.ts";
import { stateField } from "./brazilian-states.ts";
import { cpfField } from "./cpf.ts";
import { emailField } from "./email.ts";
import { moneyField } from "./money.ts";
import { phoneField } from "./phone.ts";
import { submissionIdField } from "./submission.ts";
import { optionalTextField, plainTextField, textField } from "./text.ts";

const mustAccept = "Você deve aceitar os termos e condições";

/** The simulation form (spec sections 3 and 5): what it holds in, what is stored out. */
export const simulationFormSchema = z.object({
  fullName: plainTextField({ min: 3, max: 100, message: "Nome completo é obrigatório" }),
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
  }),
  propertyCity: plainTextField({ min: 2, max: 100, message: "Cidade é obrigatória" }),
  propertyState: stateField({
    length: "Estado deve ter 2 caracteres",
    unknown: "Selecione um estado da lista",
  }),
  rentalValue: moneyField("Valor do aluguel é obrigatório"),
  ownerName: plainTextField({ min: 3, max: 100, message: "Nome do proprietário é obrigatório" }),
  ownerContact: phoneField("Contato do proprietário é obrigatório"),
  comments: optionalTextField(1000),
  acceptedTerms: z.pipe(z.boolean(mustAccept), z.literal(true, mustAccept)),
});

/** What send-simulation-email takes: the form, and which version of the terms was on screen. */
export const simulationRequestSchema = z.extend(simulationFormSchema, {
  submissionId: submissionIdField(),
  termsVersion: z._default(
    textField({ min: 1, max: 40, message: "Versão dos termos inválida" }),
    "não informada",
  ),
});

export type SimulationFormInput = z.input<typeof simulationFormSchema>;
export type SimulationForm = z.output<typeof simulationFormSchema>;
