import * as z from "zod/mini";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { moneyField } from "../fields/money.ts";
import { optionalTextField, textAreaField } from "../fields/text.ts";
import {
  claimFilesKind,
  claimFilesSide,
  claimItemsKind,
  claimsRecourseState,
} from "../stored-values.ts";
import { caseEventSchema } from "./case-events.ts";
import { bankAccountSchema } from "../payments/bank-account.ts";
import { chargeSchema } from "../payments/payments.ts";

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
  "hearing",
  "wanted",
  "deciding",
  "second",
  "decided",
  "paid",
  "refused",
  "withdrawn",
  "appealed",
] as const;
export type ClaimStage = (typeof claimStages)[number];

/** Titles that all three sides see. `second` has the title of `deciding`, because only staff may know that stage. */
export const claimStageTitles = {
  hearing: "Aguardando a resposta do locatário",
  wanted: "Aguardando documentos",
  deciding: "Em análise",
  second: "Em análise",
  decided: "Decidido, a pagar",
  paid: "Pago",
  refused: "Não aceito",
  withdrawn: "Retirado",
  appealed: "Em revisão",
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

/** Item of the form; the browser creates its id once. */
export const claimItemFormSchema = z.object({
  id: z.uuid("Item inválido"),
  kind: z.enum(claimItemKinds, "Escolha o que é"),
  description: textAreaField({ min: 3, max: 1000, message: "Descreva o item" }).check(
    refuseUndrawn,
  ),
  asked: moneyField("Informe o valor em reais"),
});

const noItems = "Inclua ao menos um item";

/** Form that opens a claim. Missing papers do not stop it. */
export const claimFormSchema = z.object({
  items: z
    .array(claimItemFormSchema, noItems)
    .check(
      z.minLength(1, noItems),
      z.maxLength(mostClaimItems, `Um pedido tem no máximo ${mostClaimItems} itens`),
    ),
  /** May be given later, by `change-account`. */
  account: z.optional(bankAccountSchema),
});
export type ClaimForm = z.output<typeof claimFormSchema>;

export const claimAppealFormSchema = z.object({
  text: textAreaField({ min: 10, max: 4000, message: "Conte o que deve ser revisto" }),
});

export const claimReplyFormSchema = z.object({ text: optionalTextField(2000) });

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

/** Claim as private.claim_view returns it: reais, YYYY-MM-DD, ISO 8601. Fields hidden from a side are absent. */
export const claimViewSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  contractId: z.string(),
  stage: z.enum(claimStages),
  openedAt: z.string(),
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
  /** `limit` minus the amounts granted on the contract's claims. This claim counts only if its decision is final. */
  limitLeft: z.number(),
  hearUntil: z.string(),
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
  /** Staff's request to a party. */
  wanted: z.optional(z.object({ from: z.enum(claimSides), text: z.string(), until: z.string() })),
  /** Last day for an appeal; absent when nobody may appeal. */
  appealUntil: z.optional(z.string()),
  appeal: z.optional(z.object({ by: z.enum(claimSides), at: z.string(), text: z.string() })),
  /** Whether the decision can be opened as PDF (open-case-file by claimId). */
  hasDecision: z.boolean(),
  /** Actions that the reader may take now. */
  may: z.object({
    answer: z.boolean(),
    reply: z.boolean(),
    sendFiles: z.boolean(),
    withdraw: z.boolean(),
    appeal: z.boolean(),
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

/** Form of the tenant's answer; answer_claim takes `[{item_id, text}]`. */
export const claimAnswerFormSchema = z.object({
  answers: z
    .array(
      z.object({
        item_id: z.uuid("Item inválido"),
        text: textAreaField({ min: 3, max: 2000, message: "Escreva a sua resposta" }).check(
          refuseUndrawn,
        ),
      }),
    )
    .check(z.minLength(1, "Responda ao menos a um item"), z.maxLength(mostClaimItems)),
});

/** Reply of a claim's functions; `changed` is false when there was nothing to do. */
export const claimChangeSchema = z.object({
  changed: z.boolean(),
  stage: z.enum(claimStages),
  /** Reason why nothing changed, shown on the screen. */
  why: z.optional(z.string()),
});

export const claimOpenedSchema = z.extend(claimChangeSchema, {
  id: z.string(),
  protocol: z.string(),
});

/** Staff's queues of claims, by whose turn it is: staff, another side, nobody. */
export const claimQueues = ["staff", "parties", "closed"] as const;
export type ClaimQueue = (typeof claimQueues)[number];
export const claimQueueTitles = {
  staff: "Com a equipe",
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

/** Fields about claims in each contract of landlord-area. */
export const landlordClaimsShape = {
  claims: z.array(claimViewSchema),
  /** Remaining limit in reais. */
  limitLeft: z.optional(z.number()),
  /** Whether a claim may be opened today; `claimUntil` (inspections.ts) has the last day. */
  mayClaim: z.boolean(),
} as const;

/** Charge of a decision (private.charge_view). The database leaves out fields without a value. */
const claimPayoutSchema = z.pick(chargeSchema, {
  id: true,
  kind: true,
  instalment: true,
  instalments: true,
  amount: true,
  open: true,
  dueOn: true,
  state: true,
});

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
  /** Source of `landlordAddress`. An address from the tenant is weaker evidence than an address from staff. */
  landlordAddressBy: z.optional(z.enum(["tenant", "staff"])),
  /** Whether a second person must confirm the decision because of its amount. */
  needsSecond: z.boolean(),
  decidedBy: z.optional(z.string()),
  /** Whether the reader is the person in `decidedBy`. */
  decidedByMe: z.boolean(),
  secondBy: z.optional(z.string()),
  /** Full account for the payment; absent unless the claim waits for its payment. */
  payTo: z.optional(bankAccountSchema),
  toPay: z.number(),
  /** Charges of the decisions, the latest last. */
  payouts: z.array(claimPayoutSchema),
  /** Version of the confirmed account. A booking sends the version, and is refused if the account has changed. */
  accountVersion: z.number(),
  round: z.number(),
  /** Earlier decisions, the latest last. */
  formerDecisions: z.array(
    z.object({
      round: z.number(),
      decidedAt: z.string(),
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

/** Staff's request to a party: ask_for_claim(claim_id, side, text, until). */
export const claimWantedFormSchema = z.object({
  side: z.enum(["landlord", "tenant"], "Escolha de quem se espera"),
  text: textAreaField({ min: 3, max: 1000, message: "Escreva o que falta" }),
  until: z.iso.date("Informe até quando"),
});
