import * as z from "zod/mini";
import { columnOf } from "../fields/sent-fields.ts";
import { textAreaField } from "../fields/text.ts";
import { simulationFields, simulationFormSchema } from "./simulation-request.ts";
import { trackRequestSchema } from "./tracking.ts";

const { email, phone, propertyAddress, propertyCity, propertyState, rentalValue } =
  simulationFormSchema.shape;
const { ownerName, ownerContact } = simulationFormSchema.shape;

/** Fields that a correction may change. The acceptance compares name and CPF, so these two stay. */
const correctable = {
  email,
  phone,
  propertyAddress,
  propertyCity,
  propertyState,
  rentalValue,
  ownerName,
  ownerContact,
};

export type CorrectableField = keyof typeof correctable;

const isCorrectable = (name: string): name is CorrectableField => name in correctable;

/** Names of the correctable fields, in the order in which forms show them. */
export const correctableFields = Object.keys(correctable).filter(isCorrectable);

/** Form in which staff correct a request. It is prefilled, so every field has a value. */
export const staffCorrectionFormSchema = z.object({
  ...correctable,
  reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo" }),
});

/** Makes an optional field from a required one. A blank field means that the value stays. */
function blankKeeps<Output>(field: z.ZodMiniType<Output, string | number>) {
  return z.pipe(
    z.optional(z.union([z.string(), z.number()])),
    z.pipe(
      z.transform((typed: string | number | undefined) =>
        typeof typed === "string" ? typed.trim() || undefined : typed,
      ),
      z.optional(field),
    ),
  );
}

/**
 * Form in which the applicant corrects a request. It is empty, because a mailed link may have reached a stranger, who
 * must not read the stored values.
 */
export const ownCorrectionFormSchema = z
  .object({
    email: blankKeeps(email),
    phone: blankKeeps(phone),
    propertyAddress: blankKeeps(propertyAddress),
    propertyCity: blankKeeps(propertyCity),
    propertyState: blankKeeps(propertyState),
    rentalValue: blankKeeps(rentalValue),
    ownerName: blankKeeps(ownerName),
    ownerContact: blankKeeps(ownerContact),
  })
  .check(
    // Other fields, such as the link's secret, do not count: correctRequestSchema keeps this check.
    z.refine((form) => correctableFields.some((name) => form[name] !== undefined), {
      error: "Preencha ao menos um dado para corrigir",
      path: ["email"],
    }),
  );

/** Field for the number of a request's corrections. `z.int` would add 400 bytes to the script of every form. */
export function requestVersionField() {
  const message = "Versão inválida";
  return z.number(message).check(z.refine((value) => Number.isInteger(value), message));
}

const sent = {
  /** Id that the browser makes for each content of the form, so that sending it again has no effect. */
  correctionId: z.uuid("Correção inválida"),
  /** Number of corrections that the sender saw. The database refuses an outdated number. */
  version: requestVersionField(),
};
const { secret } = trackRequestSchema.shape;

/** Input of correct-request: the applicant reads and corrects by the link, and staff correct in their session. */
export const correctRequestSchema = z.discriminatedUnion(
  "action",
  [
    z.object({ action: z.literal("read"), secret }),
    z.safeExtend(ownCorrectionFormSchema, { action: z.literal("correct"), secret, ...sent }),
    z.extend(staffCorrectionFormSchema, {
      action: z.literal("correct-as-staff"),
      simulationId: z.uuid("Simulação inválida"),
      ...sent,
    }),
  ],
  "Ação inválida",
);

/** Masked values of a request (private.masked_request) and the version to send with a correction. */
export const requestDataSchema = z.object({
  version: z.number(),
  shown: z.object({
    email: z.string(),
    phone: z.string(),
    propertyAddress: z.string(),
    propertyCity: z.string(),
    propertyState: z.string(),
    rentalValue: z.number(),
    ownerName: z.string(),
    ownerContact: z.string(),
  }),
});

export type RequestData = z.output<typeof requestDataSchema>;

/** Outcomes of private.apply_correction that are a success. `made` means that the correction was stored before. */
export const requestCorrectedSchema = z.object({ outcome: z.enum(["corrected", "made"]) });

/** Returns the titles of corrected columns for mails and staff, in the order of the forms. */
export function correctedTitles(columns: readonly string[]): string[] {
  return correctableFields
    .filter((name) => columns.includes(columnOf(name)))
    .map((name) => simulationFields[name].title);
}
