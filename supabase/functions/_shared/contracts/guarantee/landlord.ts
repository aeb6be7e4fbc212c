import * as z from "zod/mini";
import { documentField } from "../fields/document.ts";
import { emailField } from "../fields/people.ts";
import { textField } from "../fields/text.ts";
import { landlordsKind } from "../stored-values.ts";
import { trackRequestSchema } from "../tracking.ts";
import { landlordClaimsShape } from "./claims.ts";
import { inspectionsFields } from "./inspections.ts";
import { letterEndingSchema } from "./letters.ts";

/** What landlord-area takes: a link's secret, and what its owner answers to one question, if any. */
export const landlordAreaRequestSchema = z.extend(trackRequestSchema, {
  answer: z.optional(z.object({ contactId: z.uuid("Pergunta inválida"), isMine: z.boolean() })),
});

/** A contract as its landlord sees it; in reais, days as YYYY-MM-DD. */
const landlordContractSchema = z.object({
  id: z.string(),
  state: z.enum(["upcoming", "in_force", "awaiting_payment", "ended", "revoked"]),
  ending: z.optional(letterEndingSchema),
  landlord: z.string(),
  /** Initials alone; the name is on the letter. */
  tenant: z.string(),
  property: z.string(),
  limit: z.optional(z.number()),
  startDate: z.string(),
  endDate: z.string(),
  /** The day as of which it was ended or revoked before its term. */
  closedOn: z.optional(z.string()),
  /** Of the letter, and when it was issued (ISO 8601); absent while there is none. */
  code: z.optional(z.string()),
  issuedAt: z.optional(z.string()),
  ...inspectionsFields,
  ...landlordClaimsShape,
});

export type LandlordContract = z.output<typeof landlordContractSchema>;

/** What it answers: what the address sees, and what it has not answered yet. */
export const landlordAreaSchema = z.object({
  contracts: z.array(landlordContractSchema),
  waiting: z.array(
    z.object({
      id: z.string(),
      /** About all contracts of a landlord, else about one. */
      isOwn: z.boolean(),
      /** Initials. */
      landlord: z.string(),
      city: z.nullable(z.string()),
    }),
  ),
});

export type LandlordArea = z.output<typeof landlordAreaSchema>;

/** The form for a lost link, and what request-landlord-link takes. */
export const landlordLinkFormSchema = z.object({ email: emailField("Informe o seu e-mail") });

/** What open-landlord-letter takes. */
export const landlordLetterSchema = z.extend(trackRequestSchema, {
  contractId: z.uuid("Contrato inválido"),
});

/** The address that a tenant gives of the landlord, where it is not asked for. */
export function landlordEmailField() {
  return z.pipe(
    z.optional(z.string("Email inválido")),
    z.pipe(
      z.transform((typed: string | undefined) => typed?.trim() || undefined),
      z.optional(emailField()),
    ),
  );
}

/** The same where it is what the form is for; also what staff add. */
export const landlordAddressFormSchema = z.object({
  address: emailField("Informe o e-mail do locador"),
});

/** Who a landlord is, as staff write it down. */
export const landlordFormSchema = z.object({
  name: textField({ min: 3, max: 100, message: "Nome do locador é obrigatório" }),
  kind: z.enum(landlordsKind, "Escolha se é proprietário ou imobiliária"),
  document: documentField(),
});

/** What kinds of landlord there are, as staff read them. */
export const landlordKinds: Readonly<Record<(typeof landlordsKind)[number], string>> = {
  owner: "Proprietário",
  agency: "Imobiliária",
};
