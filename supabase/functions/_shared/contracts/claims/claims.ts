import * as z from "zod/mini";
import {
  claimFilesKind,
  claimFilesSide,
  claimItemsKind,
  claimReviewsSide,
  claimsRecourseState,
  claimsWithdrawnWhy,
} from "../stored-values.ts";
import { caseEventSchema } from "./case-events.ts";

/** Largest number of items in a claim; the database has the same limit. */
export const mostClaimItems = 30;

/** Kinds of claim items: only the costs that the guarantee covers. */
export const claimItemKinds = claimItemsKind;
export type ClaimItemKind = (typeof claimItemKinds)[number];

export const claimItemTitles = {
  repair: "Reparo no imóvel",
  painting: "Pintura e paredes",
  fine: "Multa contratual",
} satisfies Record<ClaimItemKind, string>;

export const claimFileKinds = claimFilesKind;
export type ClaimFileKind = (typeof claimFileKinds)[number];

export const claimFileTitles = {
  estimate: "Orçamento",
  invoice: "Nota ou recibo",
  photo: "Foto",
  contract: "Contrato de locação",
  keys: "Recibo das chaves",
  payment: "Comprovante do pagamento",
  other: "Outro documento",
} satisfies Record<ClaimFileKind, string>;

export const claimSides = claimFilesSide;
export type ClaimSide = (typeof claimSides)[number];

export const claimSideTitles = {
  landlord: "Locador",
  tenant: "Locatário",
  staff: "Equipe",
} satisfies Record<ClaimSide, string>;

/** Stages of a claim (private.claim_stage). */
export const claimStages = [
  "evidence",
  "hearing",
  "replying",
  "wanted",
  "deciding",
  "second",
  "review",
  "decided",
  "paid",
  "refused",
  "withdrawn",
] as const;
export type ClaimStage = (typeof claimStages)[number];

/** Stages of a closed claim. */
export const closedClaimStages: readonly ClaimStage[] = ["paid", "refused", "withdrawn"];

/** Titles that all three sides see. `second` has the title of `deciding`, because only staff may know that stage. */
export const claimStageTitles = {
  evidence: "Aguardando as provas do locador",
  hearing: "Aguardando a resposta do locatário",
  replying: "Aguardando a resposta do locador",
  wanted: "Aguardando documentos",
  deciding: "Em análise",
  second: "Em análise",
  review: "Em revisão",
  decided: "Decidido, a pagar",
  paid: "Pago",
  refused: "Não aprovado",
  withdrawn: "Encerrado sem decisão",
} satisfies Record<ClaimStage, string>;

/** States of Payser's recourse against the tenant (Código Civil, art. 831). */
export const recourseStates = claimsRecourseState;
export type RecourseState = (typeof recourseStates)[number];

export const recourseTitles = {
  open: "A combinar",
  agreed: "Combinado",
  settled: "Quitado",
  dropped: "Não cobrado",
} satisfies Record<RecourseState, string>;

const claimItemSchema = z.object({
  id: z.string(),
  kind: z.enum(claimItemKinds),
  description: z.string(),
  asked: z.number(),
  /**
   * Amount that the decision grants; 0 for a refused item. Landlord and tenant do not see a decision that is not final.
   */
  granted: z.optional(z.number()),
  reason: z.optional(z.string()),
  clause: z.optional(z.string()),
  /** Tenant's answer. */
  answer: z.optional(z.string()),
  /** Landlord's reply to the tenant's answer. */
  reply: z.optional(z.string()),
});
export type ClaimItem = z.output<typeof claimItemSchema>;

/** Adds amounts in reais without rounding errors. */
export function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

const claimFileSchema = z.object({
  id: z.string(),
  itemId: z.optional(z.string()),
  side: z.enum(claimSides),
  kind: z.enum(claimFileKinds),
  /** Media type. */
  type: z.string(),
  receivedAt: z.string(),
  sha256: z.string(),
  /** Reason why staff set the file aside. Such a file is no evidence. */
  asideReason: z.optional(z.string()),
});
export type ClaimFile = z.output<typeof claimFileSchema>;

/** Payment to a landlord (private.payouts_of_claim). The tenant does not get the account. */
const claimPaymentSchema = z.object({
  movementId: z.string(),
  amount: z.number(),
  paidOn: z.string(),
  /** Masked account. */
  account: z.optional(z.string()),
  /** Number and code of the receipt. */
  number: z.string(),
  code: z.string(),
  reversedOn: z.optional(z.string()),
});
export type ClaimPayment = z.output<typeof claimPaymentSchema>;

/** Review that a side asked for, of some items of a decision. */
const claimReviewSchema = z.object({
  by: z.enum(claimReviewsSide),
  at: z.string(),
  text: z.string(),
  items: z.array(z.string()),
  /** Decision that the review leads to: 2 or 3. */
  round: z.number(),
  /** Last day of the other side to answer. */
  answerUntil: z.string(),
  answer: z.optional(z.string()),
});
export type ClaimReview = z.output<typeof claimReviewSchema>;

/** Claim as private.claim_view returns it: reais, YYYY-MM-DD, ISO 8601. Fields hidden from a side are absent. */
export const claimViewSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  leaseId: z.string(),
  /** Contract whose limit the claim uses. */
  contractId: z.string(),
  /** Version that the reader sees. Each call that changes the claim sends it and is answered with 409 when it is old. */
  version: z.number(),
  happenedOn: z.string(),
  stage: z.enum(claimStages),
  openedAt: z.string(),
  /** Reason of the stage `withdrawn`: the landlord, or the cancellation of the contract. */
  withdrawnWhy: z.optional(z.enum(claimsWithdrawnWhy)),
  /** Side that has to act, and its deadline; absent when nobody has to. */
  turn: z.optional(z.enum(claimSides)),
  until: z.optional(z.string()),
  /** Whether the deadline `until` has passed. */
  isOverdue: z.boolean(),
  items: z.array(claimItemSchema),
  files: z.array(claimFileSchema),
  asked: z.number(),
  granted: z.optional(z.number()),
  limit: z.number(),
  /** `limit` minus the amounts of the contract's decisions that the reader knows, this claim's final one included. */
  limitLeft: z.number(),
  /** Last day of the landlord to complete the evidence. */
  completeUntil: z.string(),
  /** Time at which the tenant's days began. */
  completeAt: z.optional(z.string()),
  /** Last day of each side to answer. */
  tenantUntil: z.optional(z.string()),
  landlordUntil: z.optional(z.string()),
  decideBy: z.string(),
  payBy: z.optional(z.string()),
  paidOn: z.optional(z.string()),
  /** Latest payment that was not reversed. */
  movementId: z.optional(z.string()),
  /** All payments, by day; open-receipt takes their ids. */
  payments: z.array(claimPaymentSchema),
  /** Masked account for landlord and staff: "Pix •••com.br, Maria S." */
  account: z.optional(z.string()),
  /** Account that waits for its confirmation by mail. */
  accountNext: z.optional(z.string()),
  /** Whether the holder of the account is another person than the landlord. */
  isOtherHolder: z.optional(z.boolean()),
  /** First day on which the account may be paid. */
  payableFrom: z.optional(z.string()),
  /** Staff's request to a party. */
  wanted: z.optional(z.object({ from: z.enum(claimSides), text: z.string(), until: z.string() })),
  /** Last day to ask for the reader's review; absent when the reader may not ask. */
  reviewUntil: z.optional(z.string()),
  reviews: z.array(claimReviewSchema),
  /** Whether the decision can be opened as PDF (open-case-file by claimId). */
  hasDecision: z.boolean(),
  /** Actions that the reader may take now. */
  may: z.object({
    /** Tenant: answer the items. */
    answer: z.boolean(),
    /** Landlord: reply to the tenant's answers. */
    add: z.boolean(),
    /** Landlord: say that all evidence is there. */
    complete: z.boolean(),
    /** Say that there is nothing to add. */
    done: z.boolean(),
    /** Answer what staff asked for. */
    reply: z.boolean(),
    sendFiles: z.boolean(),
    withdraw: z.boolean(),
    review: z.boolean(),
    answerReview: z.boolean(),
    changeAccount: z.boolean(),
  }),
  /** Recourse, shown to tenant and staff. */
  recourse: z.optional(z.object({ amount: z.number(), state: z.enum(recourseStates) })),
  events: z.array(caseEventSchema),
});
export type ClaimView = z.output<typeof claimViewSchema>;

export const landlordClaimReplySchema = z.object({ claim: claimViewSchema });

/** Result of my_claims: claims of all the tenant's contracts, newest first. */
export const myClaimsSchema = z.array(claimViewSchema);

/** Reply of a claim's functions; `changed` is false when there was nothing to do. */
export const claimChangeSchema = z.object({
  changed: z.boolean(),
  stage: z.enum(claimStages),
  version: z.number(),
  /** Seconds in which a decision can be undone. */
  undoSeconds: z.optional(z.number()),
  /** Reason why nothing changed, shown on the screen. */
  why: z.optional(z.string()),
});

/** Limit of a contract, and what decisions have left of it, in reais (private.claim_limits). */
export const claimLimitSchema = z.object({
  contractId: z.string(),
  startDate: z.string(),
  lastDay: z.string(),
  limit: z.number(),
  left: z.number(),
});
export type ClaimLimit = z.output<typeof claimLimitSchema>;
