import * as z from "zod/mini";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { emailField, phoneField } from "../fields/people.ts";
import { stateField } from "../fields/places.ts";
import { plainTextField, textAreaField, textField } from "../fields/text.ts";
import { acceptanceNameField } from "../offers/offer.ts";
import { trackRequestSchema } from "../requests/tracking.ts";

const optionalPhone = () =>
  z.optional(z.union([z.literal(""), phoneField("Telefone deve ter pelo menos 10 dígitos")]));

/** Form with the fields that staff may correct (private.correct_contract). The tenant's name cannot be corrected. */
export const correctionFormSchema = z.object({
  tenant_email: emailField("E-mail é obrigatório"),
  tenant_phone: optionalPhone(),
  landlord_name: plainTextField({
    min: 3,
    max: 100,
    message: "Nome do locador é obrigatório",
  }).check(refuseUndrawn),
  landlord_phone: optionalPhone(),
  property_street: textField({ min: 3, max: 190, message: "Endereço é obrigatório" }).check(
    refuseUndrawn,
  ),
  property_city: textField({ min: 2, max: 100, message: "Cidade é obrigatória" }).check(
    refuseUndrawn,
  ),
  property_state: stateField({ length: "Selecione o estado", unknown: "Selecione o estado" }),
  start_date: z.iso.date("Data de início é obrigatória"),
  reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo" }),
});

/** Input of correct-contract. The browser gives each form an id, so that a second click has no effect. */
export const correctContractSchema = z.extend(correctionFormSchema, {
  contractId: z.uuid("Contrato inválido"),
  correctionId: z.uuid("Correção inválida"),
  /**
   * Code of the letter that staff see on the screen, or empty without a letter. The database refuses an outdated code.
   */
  knownCode: z.string().check(z.maxLength(20)),
});

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

/** Form in which a tenant accepts a correction by typing the full name, which must match the contract's name. */
export const acceptCorrectionFormSchema = z.object({ fullName: acceptanceNameField() });

/** Input of accept-correction. `secret` is the secret of a request's link. A signed-in tenant sends no secret. */
export const acceptCorrectionSchema = z.extend(acceptCorrectionFormSchema, {
  correctionId: z.uuid("Correção inválida"),
  secret: z.optional(trackRequestSchema.shape.secret),
});
