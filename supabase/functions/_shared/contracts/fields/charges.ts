import * as z from "zod/mini";
import { type ChargesKind, chargesKind } from "../stored-values.ts";

const titles: Readonly<Record<ChargesKind, string>> = {
  fee: "Taxa da fiança",
  refund: "Devolução",
  claim: "Pagamento da garantia",
  recovery: "Reembolso da garantia paga",
};

/** Data that name a charge: the kind, the number of the instalment, and the count of all instalments. */
export const chargeNameSchema = z.object({
  kind: z.enum(chargesKind),
  instalment: z.number(),
  instalments: z.number(),
});
export type ChargeName = z.output<typeof chargeNameSchema>;

/** Names a charge on receipts: “Taxa da fiança, parcela 2 de 3”. */
export function nameCharge({ kind, instalment, instalments }: ChargeName): string {
  const title = titles[kind];
  return instalments === 1 ? title : `${title}, parcela ${instalment} de ${instalments}`;
}

/** Names a charge within a sentence: “a parcela 2 de 3 da taxa”. */
export function nameChargeInSentence({ kind, instalment, instalments }: ChargeName): string {
  const noun = { fee: "taxa", refund: "devolução", claim: "garantia", recovery: "cobrança" }[kind];
  return instalments === 1 ? `a ${noun}` : `a parcela ${instalment} de ${instalments} da ${noun}`;
}

/** Kinds of receipts: for received money, for money returned to a tenant, for money paid to a landlord. */
export const receiptKinds = ["payment", "refund", "claim"] as const;
