import * as z from "zod/mini";
import { bankAccountSchema } from "../payments/bank-account.ts";
import { inspectionFileSchema } from "../inspections/inspections.ts";
import { landlordAddressSchema } from "../leases/address-standing.ts";
import { payoutSchema } from "../payments/payments.ts";
import { claimChangeSchema, claimSides, claimStages, claimViewSchema } from "./claims.ts";

export const claimOpenedSchema = z.extend(claimChangeSchema, {
  id: z.string(),
  protocol: z.string(),
});

/** Staff's queues of claims, by whose turn it is: staff, another side, nobody. */
export const claimQueues = ["staff", "second", "parties", "closed"] as const;
export type ClaimQueue = (typeof claimQueues)[number];

export const claimQueueTitles = {
  staff: "Com a equipe",
  second: "À espera de outra pessoa",
  parties: "Com locador ou locatário",
  closed: "Concluídos",
} satisfies Record<ClaimQueue, string>;

/**
 * Row of list_claims. Open claims are in the order of their deadlines, closed claims are newest first. The next page
 * starts after `sort_day` and `id` of the last row.
 */
export const claimRowSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  stage: z.enum(claimStages),
  turn: z.nullable(z.enum(claimSides)),
  until: z.nullable(z.string()),
  is_overdue: z.boolean(),
  sort_day: z.string(),
  opened_at: z.string(),
  asked: z.number(),
  granted: z.nullable(z.number()),
  contract_id: z.string(),
  contract_number: z.string(),
  tenant_name: z.string(),
  landlord_name: z.string(),
});
export type ClaimRow = z.output<typeof claimRowSchema>;

export const claimDetailSchema = z.extend(claimViewSchema, {
  contract: z.object({
    id: z.string(),
    number: z.string(),
    tenantName: z.string(),
    landlordName: z.string(),
    propertyAddress: z.string(),
    startDate: z.string(),
    /** Last day of the guarantee, which is before the end of the term when the contract ended early. */
    lastDay: z.string(),
  }),
  openedBy: z.enum(["landlord", "staff"]),
  landlordAddress: z.optional(z.string()),
  /** Addresses of the landlord. An address that the tenant gave is weaker evidence. */
  addresses: z.array(landlordAddressSchema),
  /** Reports of the lease. */
  inspections: z.array(inspectionFileSchema),
  /** Whether a second person must confirm the decision because of its amount. */
  needsSecond: z.boolean(),
  /** Amount in reais that one person may still grant alone. */
  aloneUpTo: z.number(),
  /** Sentence with the members who may agree to the decision that waits. */
  secondPeople: z.optional(z.string()),
  /** Reason why the caller may not book the payment, and who may. */
  payRefusal: z.optional(z.string()),
  decidedBy: z.optional(z.string()),
  /** Whether the reader is the person in `decidedBy`. */
  decidedByMe: z.boolean(),
  /** Whether the reader may decide now. Another person than the earlier ones decides a review. */
  mayDecide: z.boolean(),
  /** Items that the current review can change; absent for the first decision. */
  reviewedItems: z.optional(z.array(z.string())),
  /** Time until which the reader can undo the own decision or agreement. */
  undoUntil: z.optional(z.string()),
  secondBy: z.optional(z.string()),
  /** Full account for the payment; absent unless the claim waits for its payment. */
  payTo: z.optional(bankAccountSchema),
  toPay: z.number(),
  /** Charges of the decisions, the latest last. */
  payouts: z.array(payoutSchema),
  /** Version of the confirmed account. A booking sends the version, and is refused if the account has changed. */
  accountVersion: z.number(),
  round: z.number(),
  /** Number of times that the tenant's days have begun. */
  tenantTurns: z.number(),
  /** Earlier decisions, the latest last. */
  formerDecisions: z.array(
    z.object({
      round: z.number(),
      decidedAt: z.string(),
      recourse: z.nullable(z.number()),
      items: z.array(
        z.object({
          id: z.string(),
          granted: z.number(),
          reason: z.nullable(z.string()),
          clause: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});
export type ClaimDetail = z.output<typeof claimDetailSchema>;
