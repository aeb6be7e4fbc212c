import * as z from "zod/mini";
import { type ClaimView, claimViewSchema } from "#contracts/claims/claims.ts";
import { contractRow } from "../mail-examples.ts";
import { leaseColumns } from "../mail-formats.ts";

export const claimRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  ...leaseColumns,
  claim: z.extend(claimViewSchema, {
    /** Recipient and occasion, from the mail's key. */
    told: z.enum(["landlord", "tenant", "staff"]),
    occasion: z.string(),
  }),
});
export type ClaimRow = z.output<typeof claimRowSchema>;
export type ToldClaim = ClaimRow["claim"];

const itemId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334456";
export const claimExample: ClaimView = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  protocol: "PA-2026-00000011",
  leaseId: contractRow.lease_id,
  contractId: contractRow.id,
  version: 1,
  happenedOn: "2026-11-08",
  stage: "evidence",
  openedAt: "2026-11-10T13:20:00+00:00",
  turn: "landlord",
  until: "2026-11-17",
  isOverdue: false,
  items: [{ id: itemId, kind: "repair", description: "Porta do quarto quebrada", asked: 850 }],
  files: [],
  asked: 850,
  limit: 15_124.2,
  limitLeft: 15_124.2,
  completeUntil: "2026-11-17",
  decideBy: "2026-12-02",
  payments: [],
  reviews: [],
  hasDecision: false,
  may: {
    answer: false,
    add: true,
    complete: true,
    done: false,
    reply: false,
    sendFiles: true,
    withdraw: true,
    review: false,
    answerReview: false,
    changeAccount: true,
  },
  account: "Pix •••m.br, em nome de J. P.",
  events: [],
};
/** Example of a decided claim. */
export const decidedExample = {
  ...claimExample,
  stage: "decided",
  granted: 600,
  payBy: "2026-11-30",
  reviewUntil: "2026-12-05",
  hasDecision: true,
} as const;

export const paymentExample = {
  movementId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334477",
  amount: 600,
  paidOn: "2026-11-28",
  account: "Pix •••m.br, em nome de J. P.",
  number: "RC-2026-00000012",
  code: "8K3MQ9ZT4B0X",
};

/** Returns an example row of a mail about a claim. */
export const exampleOf = (claim: ClaimView, told: ToldClaim["told"], occasion: string) => ({
  ...contractRow,
  claim: { ...claim, told, occasion },
});
