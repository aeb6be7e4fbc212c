import * as z from "zod/mini";
import { emailField } from "../fields/people.ts";
import { trackRequestSchema } from "../requests/tracking.ts";
import { claimLimitSchema, claimViewSchema } from "../claims/claims.ts";
import { claimUntilSchema, inspectionFileSchema } from "../inspections/inspections.ts";
import { handoverSchema } from "../leases/endings.ts";
import { letterEndingSchema } from "../leases/letters.ts";
import { standings } from "../leases/address-standing.ts";

/** Input of landlord-area: a link's secret, at most one answer of the landlord, and the lease to show in full. */
export const landlordAreaRequestSchema = z.extend(trackRequestSchema, {
  answer: z.optional(z.object({ contactId: z.uuid("Pergunta inválida"), isMine: z.boolean() })),
  leaseId: z.optional(z.uuid("Locação inválida")),
});

const letterStates = ["upcoming", "in_force", "awaiting_payment", "ended", "revoked"] as const;
export type LetterState = (typeof letterStates)[number];

/** Lease in the landlord's list (private.lease_line); days as YYYY-MM-DD. */
const leaseLineSchema = z.object({
  id: z.string(),
  standing: z.enum(standings),
  property: z.string(),
  city: z.optional(z.string()),
  /** Initials only; the name is in the letter. */
  tenant: z.string(),
  state: z.enum(letterStates),
  startDate: z.string(),
  /** Last day: of an ended lease the day on which it ended. */
  endDate: z.string(),
  lastClaimDay: z.optional(z.string()),
  limit: z.optional(z.number()),
  /** Task of the landlord, and its last day. */
  waitsFor: z.optional(z.enum(["claim", "handover"])),
  until: z.optional(z.string()),
  /** Protocol of a claim that is not paid or refused. */
  claim: z.optional(z.string()),
});
export type LeaseLine = z.output<typeof leaseLineSchema>;

/** Contract of a lease, with its letter; amounts in reais. */
const periodSchema = z.object({
  id: z.string(),
  state: z.enum(letterStates),
  limit: z.optional(z.number()),
  startDate: z.string(),
  endDate: z.string(),
  lastDay: z.string(),
  /** Code of the letter, and its time of issue (ISO 8601); absent while there is none. */
  code: z.optional(z.string()),
  issuedAt: z.optional(z.string()),
});
export type LeasePeriod = z.output<typeof periodSchema>;

/** Claim that an address which only reads learns of. */
const knownClaimSchema = z.object({ protocol: z.string(), openedAt: z.string() });

const leaseBase = {
  id: z.string(),
  /** Contract in force today, else the latest one. */
  contractId: z.string(),
  state: z.enum(letterStates),
  ending: z.optional(letterEndingSchema),
  landlord: z.string(),
  tenant: z.string(),
  property: z.string(),
  city: z.optional(z.string()),
  startDate: z.optional(z.string()),
  endDate: z.string(),
  /** Day of an early end or revocation. */
  closedOn: z.optional(z.string()),
  periods: z.array(periodSchema),
  handover: z.optional(handoverSchema),
  renewal: z.enum(["none", "asked", "offered", "declined", "expired", "renewed"]),
  claimUntil: z.optional(claimUntilSchema),
} as const;

/** Lease in full (private.landlord_lease). An address that reads gets letter and dates, and learns of claims. */
const leaseSchema = z.discriminatedUnion("standing", [
  z.object({
    standing: z.literal("reads"),
    ...leaseBase,
    claims: z.array(knownClaimSchema),
  }),
  z.object({
    standing: z.literal("acts"),
    ...leaseBase,
    claims: z.array(claimViewSchema),
    inspections: z.array(inspectionFileSchema),
    takesInspections: z.boolean(),
    keysProofAt: z.optional(z.nullable(z.string())),
    mayClaim: z.boolean(),
    limits: z.array(claimLimitSchema),
    addresses: z.array(
      z.object({
        /** Only the first character and the domain are readable. */
        address: z.string(),
        isMine: z.boolean(),
        standing: z.enum(standings),
        isConfirmed: z.boolean(),
      }),
    ),
  }),
]);
export type LandlordLease = z.output<typeof leaseSchema>;
/** Lease as an address that acts for the landlord sees it. */
export type ActingLease = Extract<LandlordLease, { standing: "acts" }>;

/** Reply of landlord-area: the leases that the link opens, one of them in full, and the unanswered questions. */
export const landlordAreaSchema = z.object({
  leases: z.array(leaseLineSchema),
  lease: z.optional(leaseSchema),
  waiting: z.array(
    z.object({
      id: z.string(),
      /** Whether the question covers all leases of the landlord instead of one lease. */
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
