import * as z from "zod/mini";
import { type PaymentsWhat, paymentsWhat } from "../stored-values.ts";

/** What a payment is, as staff and accountants read it. */
export const paymentNames: Readonly<Record<PaymentsWhat, string>> = {
  fee: "Taxa",
  refund: "Devolução",
  claim: "Pagamento da garantia",
};

/** Where a payment stands today (private.payment_state). */
export const paymentStates = ["due", "overdue", "paid", "dropped"] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * The balance of a contract in reais and what it is made of, as private.contract_money gives it: what
 * is reckoned is reckoned there.
 */
export const moneySchema = z.object({
  owed: z.number(),
  paid: z.number(),
  toGiveBack: z.number(),
  givenBack: z.number(),
  payments: z.array(
    z.object({
      id: z.string(),
      what: z.enum(paymentsWhat),
      amount: z.number(),
      /** A day, YYYY-MM-DD. */
      dueOn: z.string(),
      state: z.enum(paymentStates),
      paidOn: z.nullable(z.string()),
      txid: z.nullable(z.string()),
      /** Until when an overdue fee can be paid before the contract is ended for it; null without notice. */
      noticeOn: z.nullable(z.string()),
    }),
  ),
});
