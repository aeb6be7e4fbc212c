import * as z from "zod/mini";
import type { ContractEndingsKind } from "#contracts/stored-values.ts";
import { formatCurrency } from "#contracts/fields/formats.ts";

/** Fee of a contract in reais: what is owed, paid, and to be given back. */
export const balanceSchema = z.object({
  owed: z.number(),
  paid: z.number(),
  toGiveBack: z.number(),
});

type Balance = z.output<typeof balanceSchema>;

export const balanceExample = { owed: 0, paid: 1620.45, toGiveBack: 0 };

/** Says what will happen to the fee if the ending is confirmed: paid, unpaid or partly paid. */
export function feeToCome(kind: ContractEndingsKind, { owed, paid }: Balance): string {
  if (kind === "cancelled-before-start") {
    if (paid === 0) return "A taxa deixa de ser cobrada.";
    return owed === 0
      ? `A taxa paga, de ${formatCurrency(paid)}, é devolvida.`
      : `A parte paga da taxa, ${formatCurrency(paid)}, é devolvida, e o resto deixa de ser cobrado.`;
  }
  if (owed === 0) return "A taxa já paga não é devolvida, e nada mais é cobrado.";
  return paid === 0
    ? "Da taxa, só continua devido o que vencer até o fim do contrato."
    : "A parte paga da taxa não é devolvida; do resto, só continua devido o que vencer até o fim do contrato.";
}

/** Says what happens to the fee of a contract that has ended: paid, unpaid or partly paid. */
export function feeNow({ owed, paid, toGiveBack }: Balance): string {
  if (toGiveBack > 0) {
    return `Da taxa, devolvemos ${formatCurrency(toGiveBack)}, na conta que você nos informar, e nada mais é cobrado.`;
  }
  if (owed === 0) {
    return paid === 0
      ? "Nada é cobrado pela taxa."
      : "A taxa está paga e não é devolvida, e nada mais é cobrado.";
  }
  return paid === 0
    ? `A taxa que venceu até o fim do contrato, ${formatCurrency(owed)}, continua devida.`
    : `Da taxa foram pagos ${formatCurrency(paid)}; ${formatCurrency(owed)}, que venceram até o fim do contrato, continuam devidos.`;
}
