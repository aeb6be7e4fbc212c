import * as z from "zod/mini";
import { chargeNameSchema } from "../fields/charges.ts";

export const openReceiptSchema = z.object({
  movementId: z.uuid("Pagamento inválido"),
  /** Secret of a landlord's link, which opens the receipt of a claim's payment. */
  secret: z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido"))),
});

/** Line of a receipt: a charge that the payment covers. Amounts are in reais, and the day is YYYY-MM-DD. */
export const receiptLineSchema = z.extend(chargeNameSchema, {
  dueOn: z.string(),
  amount: z.number(),
  /** Part of the charge that this payment covers. */
  paid: z.number(),
  /** Part of the charge that is still unpaid. */
  open: z.number(),
});
export type ReceiptLine = z.output<typeof receiptLineSchema>;
