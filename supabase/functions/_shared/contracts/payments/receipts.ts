import * as z from "zod/mini";
import { chargeNameSchema } from "../fields/charges.ts";

export const openReceiptSchema = z.object({
  movementId: z.uuid("Pagamento inválido"),
  /** Secret of a landlord's link, which opens the receipt of a claim's payment. */
  secret: z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido"))),
});

/** Charge that a movement pays; amounts in reais, day as YYYY-MM-DD. */
export const receiptLineSchema = z.extend(chargeNameSchema, {
  dueOn: z.string(),
  amount: z.number(),
  /** Part of the amount that this movement pays. */
  paid: z.number(),
  /** Part of the amount that nobody has paid yet. */
  open: z.number(),
});
export type ReceiptLine = z.output<typeof receiptLineSchema>;
