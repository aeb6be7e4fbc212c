import * as z from "zod/mini";
import { type PaymentsWhat, paymentsWhat } from "../stored-values.ts";

/** Names of payments for staff and accountants. */
export const paymentNames: Readonly<Record<PaymentsWhat, string>> = {
  fee: "Taxa",
  refund: "Devolução",
  claim: "Pagamento da garantia",
};

/** States of a payment (private.payment_state). */
export const paymentStates = ["due", "overdue", "paid", "dropped"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Balance of a contract in reais and its parts, all computed by private.contract_money. */
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
      /** Day as YYYY-MM-DD. */
      dueOn: z.string(),
      state: z.enum(paymentStates),
      paidOn: z.nullable(z.string()),
      txid: z.nullable(z.string()),
      /** Last day to pay an overdue fee before the contract is ended; null without notice. */
      noticeOn: z.nullable(z.string()),
    }),
  ),
});

export const openReceiptSchema = z.object({
  paymentId: z.uuid("Pagamento inválido"),
  /** Secret of a landlord's link, for a claim's payment. */
  secret: z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido"))),
});
