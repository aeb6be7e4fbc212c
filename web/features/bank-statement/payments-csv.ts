import Papa from "papaparse";
import * as z from "zod/mini";
import {
  formatCpf,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import type { PaymentsWhat } from "../../../supabase/functions/_shared/contracts/stored-values.ts";

/** What was paid, as payments_of_month gives it; days as YYYY-MM-DD, in reais. */
export const paymentSchema = z.object({
  paidOn: z.string(),
  receipt: z.nullable(z.string()),
  what: z.string(),
  amount: z.number(),
  contractNumber: z.string(),
  tenant: z.string(),
  cpf: z.string(),
  dueOn: z.string(),
  how: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

const kinds: Readonly<Record<string, string>> = {
  fee: "Taxa da fiança",
  refund: "Devolução",
  claim: "Pagamento da garantia",
} satisfies Record<PaymentsWhat, string>;

const amounts = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2 });

/**
 * Payments for an accountant: semicolons, 1.234,56 and the mark by which spreadsheets know UTF-8. A
 * cell that a spreadsheet would work out begins with an apostrophe.
 */
export function writePaymentsCsv(payments: readonly z.output<typeof paymentSchema>[]): string {
  const rows = payments.map((payment) => ({
    "Pago em": formatShortDate(payment.paidOn),
    Recibo: payment.receipt ?? "",
    Tipo: kinds[payment.what] ?? payment.what,
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
