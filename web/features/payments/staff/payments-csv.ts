import Papa from "papaparse";
import * as z from "zod/mini";
import { formatCpf, formatShortDate } from "#contracts/fields/formats.ts";
import { paymentNames } from "#contracts/payments/payments.ts";
import { paymentsWhat } from "#contracts/stored-values.ts";

/** Payment as payments_of_month returns it; days as YYYY-MM-DD, amounts in reais. */
export const paymentSchema = z.object({
  paidOn: z.string(),
  receipt: z.nullable(z.string()),
  what: z.enum(paymentsWhat),
  amount: z.number(),
  contractNumber: z.string(),
  tenant: z.string(),
  cpf: z.string(),
  dueOn: z.string(),
  how: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

const amounts = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2 });

/** Writes a CSV for spreadsheets: semicolons, 1.234,56, a BOM, and an apostrophe before formulas. */
export function writePaymentsCsv(payments: readonly z.output<typeof paymentSchema>[]): string {
  const rows = payments.map((payment) => ({
    "Pago em": formatShortDate(payment.paidOn),
    Recibo: payment.receipt ?? "",
    Tipo: paymentNames[payment.what],
    "Valor (R$)": amounts.format(payment.amount),
    Contrato: payment.contractNumber,
    Locatário: payment.tenant,
    CPF: formatCpf(payment.cpf),
    Vencimento: formatShortDate(payment.dueOn),
    "Registrado por": payment.how === "statement" ? "Extrato" : "Equipe",
    Observação: payment.note ?? "",
  }));
  return `\uFEFF${Papa.unparse(rows, { delimiter: ";", newline: "\r\n", escapeFormulae: true })}\r\n`;
}
