import * as z from "zod/mini";
import { emailField, phoneField } from "../fields/people.ts";
import { stateField } from "../fields/places.ts";
import { plainTextField, textAreaField, textField } from "../fields/text.ts";
import { acceptanceNameField } from "../offer.ts";
import { trackRequestSchema } from "../tracking.ts";

const optionalPhone = () =>
  z.optional(z.union([z.literal(""), phoneField("Telefone deve ter pelo menos 10 dígitos")]));

/** What of a contract may be corrected, as private.correct_contract takes it; the tenant's name is not. */
export const correctionFormSchema = z.object({
  tenant_email: emailField("E-mail é obrigatório"),
  tenant_phone: optionalPhone(),
  landlord_name: plainTextField({ min: 3, max: 100, message: "Nome do locador é obrigatório" }),
  landlord_phone: optionalPhone(),
  property_street: textField({ min: 3, max: 190, message: "Endereço é obrigatório" }),
  property_city: textField({ min: 2, max: 100, message: "Cidade é obrigatória" }),
  property_state: stateField({ length: "Selecione o estado", unknown: "Selecione o estado" }),
  start_date: z.iso.date("Data de início é obrigatória"),
  reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo" }),
});

/** What correct-contract takes. The form has an id, so that a second click corrects nothing twice. */
export const correctContractSchema = z.extend(correctionFormSchema, {
  contractId: z.uuid("Contrato inválido"),
  correctionId: z.uuid("Correção inválida"),
  /** Of the letter that was on the screen; empty for a contract without one. */
  knownCode: z.string().check(z.maxLength(20)),
});

/** What came of it; `changed` is false when nothing was corrected. */
export const correctionReplySchema = z.object({
  changed: z.boolean(),
  outcome: z.enum([
    "asked",
    "reissued",
    "contact",
    "made",
    "closed",
    "same",
    "waiting",
    "outdated",
    "not-ready",
    "no-address",
  ]),
});

export type CorrectionOutcome = z.output<typeof correctionReplySchema>["outcome"];

/** What a tenant types to accept a correction; whether it is the contract's is the database's to say. */
export const acceptCorrectionFormSchema = z.object({ fullName: acceptanceNameField() });

/** What accept-correction takes: the link of the request, or nothing of it from who is signed in. */
export const acceptCorrectionSchema = z.extend(acceptCorrectionFormSchema, {
  correctionId: z.uuid("Correção inválida"),
  secret: z.optional(trackRequestSchema.shape.secret),
});
