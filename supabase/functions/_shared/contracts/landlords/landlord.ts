import * as z from "zod/mini";
import { emailField } from "../fields/people.ts";
import { trackRequestSchema } from "../requests/tracking.ts";
import { landlordClaimsShape } from "../claims/claims.ts";
import { inspectionsFields } from "../inspections/inspections.ts";
import { letterEndingSchema } from "../leases/letters.ts";

/** Input of landlord-area: a link's secret, and at most one answer of the landlord. */
export const landlordAreaRequestSchema = z.extend(trackRequestSchema, {
  answer: z.optional(z.object({ contactId: z.uuid("Pergunta inválida"), isMine: z.boolean() })),
});

/** Contract as its landlord sees it; amounts in reais, days as YYYY-MM-DD. */
const landlordContractSchema = z.object({
  id: z.string(),
  state: z.enum(["upcoming", "in_force", "awaiting_payment", "ended", "revoked"]),
  ending: z.optional(letterEndingSchema),
  landlord: z.string(),
  /** Initials only; the name is in the letter. */
  tenant: z.string(),
  property: z.string(),
  limit: z.optional(z.number()),
  startDate: z.string(),
  endDate: z.string(),
  /** Day of an early end or revocation. */
  closedOn: z.optional(z.string()),
  /** Code of the letter, and its time of issue (ISO 8601); absent while there is none. */
  code: z.optional(z.string()),
  issuedAt: z.optional(z.string()),
  ...inspectionsFields,
  ...landlordClaimsShape,
});

export type LandlordContract = z.output<typeof landlordContractSchema>;

/** Reply of landlord-area: the contracts that the link opens, and the questions that the landlord has not answered. */
export const landlordAreaSchema = z.object({
  contracts: z.array(landlordContractSchema),
  waiting: z.array(
    z.object({
      id: z.string(),
      /** Whether the question covers all contracts of the landlord instead of one contract. */
      isOwn: z.boolean(),
      /** Initials. */
      landlord: z.string(),
      city: z.nullable(z.string()),
    }),
  ),
});

export type LandlordArea = z.output<typeof landlordAreaSchema>;

/** Form for a lost link, and input of request-landlord-link. */
export const landlordLinkFormSchema = z.object({ email: emailField("Informe o seu e-mail") });

export const landlordLetterSchema = z.extend(trackRequestSchema, {
  contractId: z.uuid("Contrato inválido"),
});
