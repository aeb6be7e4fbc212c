import * as z from "zod/mini";
import { type ChargeName, chargeNameSchema } from "../fields/charges.ts";
import { type ChargesKind, chargesKind } from "../stored-values.ts";

/** Short names of charges on the screens of staff and in files for accountants and banks. */
export const chargeTitles = {
  fee: "Taxa",
  refund: "Devolução",
  claim: "Pagamento da garantia",
  recovery: "Reembolso do locatário",
} satisfies Record<ChargesKind, string>;

/** Names a charge for staff: “Taxa 2 de 3”. */
export function titleCharge({ kind, instalment, instalments }: ChargeName): string {
  const title = chargeTitles[kind];
  return instalments === 1 ? title : `${title} ${instalment} de ${instalments}`;
}

/** States of a charge (private.charge_state). An overdue charge may be paid in part. */
export const chargeStates = ["due", "partly", "overdue", "paid", "cancelled"] as const;
export type ChargeState = (typeof chargeStates)[number];

/** Charge as the list of a claim's payouts needs it: amounts in reais, days as YYYY-MM-DD. */
export const payoutSchema = z.extend(chargeNameSchema, {
  id: z.string(),
  amount: z.number(),
  /** Part that is still to be paid; 0 for a cancelled charge. */
  open: z.number(),
  dueOn: z.string(),
  state: z.enum(chargeStates),
});

/** Charge as private.charge_view returns it. */
export const chargeSchema = z.extend(payoutSchema, {
  /** Part that was paid. */
  allocated: z.number(),
  txid: z.nullable(z.string()),
  /** Day on which the last part was paid; null until then. */
  paidOn: z.nullable(z.string()),
  cancelledOn: z.nullable(z.string()),
  /** Last day to pay an overdue fee before the contract is ended; null when staff sent no notice about this day. */
  noticeOn: z.nullable(z.string()),
});
export type Charge = z.output<typeof chargeSchema>;

/**
 * Money received or paid out, as private.movement_view returns it. Lists have no entry for a reversal; `isReversed`
 * marks the reversed movement.
 */
export const movementSchema = z.object({
  id: z.string(),
  direction: z.enum(["in", "out"]),
  /** Kind of the charges that the movement pays or paid; null when it never paid a charge. */
  kind: z.nullable(z.enum(chargesKind)),
  amount: z.number(),
  movedOn: z.string(),
  /** Part of the amount that neither pays a charge nor must be refunded. */
  left: z.number(),
  isReversed: z.boolean(),
  receipt: z.nullable(z.object({ number: z.string(), code: z.string() })),
  pays: z.array(z.object({ chargeId: z.string(), amount: z.number() })),
});
export type Movement = z.output<typeof movementSchema>;

/** Money of a contract in reais, without the money of claims. private.contract_money computes every figure. */
export const moneySchema = z.object({
  owed: z.number(),
  paid: z.number(),
  toGiveBack: z.number(),
  givenBack: z.number(),
  /** Received money that neither pays a charge nor must be refunded. */
  left: z.number(),
  charges: z.array(chargeSchema),
  movements: z.array(movementSchema),
});
export type Money = z.output<typeof moneySchema>;
