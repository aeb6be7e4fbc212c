import * as z from "zod/mini";
import { formatCpf, formatDocument, formatShortDate } from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { chargeTitles } from "#contracts/payments/payments.ts";
import { chargesKind } from "#contracts/stored-values.ts";
import { writeAmount } from "../../../formats/amounts.ts";
import { keepText, writeCsv } from "../../../formats/csv.ts";

const text = z.nullable(z.string());

/** Result of export_movements. Days are YYYY-MM-DD. Amounts are in reais, and outgoing amounts are negative. */
export const movementsSchema = z.object({
  rows: z.array(
    z.object({
      movedOn: z.string(),
      amount: z.number(),
      kind: z.nullable(z.enum(chargesKind)),
      isReversal: z.boolean(),
      payee: text,
      receipt: text,
      contractNumber: text,
      tenant: text,
      cpf: text,
      source: z.enum(["by-hand", "statement"]),
      note: text,
    }),
  ),
  in: z.number(),
  out: z.number(),
  balance: z.number(),
});
type Movements = z.output<typeof movementsSchema>;

const accountSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pix"), key: z.string() }),
  z.object({
    kind: z.literal("bank"),
    bank: z.string(),
    branch: z.string(),
    number: z.string(),
    type: z.enum(["checking", "savings"]),
  }),
]);

/** Result of export_payouts: the payments that can be made now, with unmasked accounts. */
export const payoutsSchema = z.array(
  z.object({
    kind: z.enum(chargesKind),
    payee: z.string(),
    document: text,
    account: accountSchema,
    amount: z.number(),
    dueOn: z.string(),
    contractNumber: text,
  }),
);
type Payouts = z.output<typeof payoutsSchema>;

/** Column title that is longer than the amounts, because LibreOffice cuts decimals in narrow columns. */
const amountColumn = "Valor em reais";

/** Writes the movements of a period for the accountant, with the totals in the last three rows. */
export function writeMovementsCsv({ rows, in: received, out, balance }: Movements): string {
  const total = (title: string, amount: number) => ({
    Data: "",
    Movimento: title,
    Tipo: "",
    [amountColumn]: writeCell(amount),
  });
  return writeCsv([
    ...rows.map((row) => ({
      Data: formatShortDate(row.movedOn),
      Movimento: nameDirection(row.amount, row.isReversal),
      Tipo: row.kind === null ? "A alocar" : chargeTitles[row.kind],
      [amountColumn]: writeCell(row.amount),
      Recebedor: keepText(row.payee),
      Recibo: row.receipt ?? "",
      Contrato: row.contractNumber ?? "",
      Locatário: keepText(row.tenant),
      CPF: formatCpf(row.cpf ?? ""),
      "Registrado por": row.source === "statement" ? "Extrato" : "Equipe",
      Observação: keepText(row.note),
    })),
    total("Total de entradas", received),
    total("Total de saídas", -out),
    total("Saldo", balance),
  ]);
}

/** Writes the pending payments for the bank, with the total in the last row. */
export function writePayoutsCsv(payouts: Payouts): string {
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
  return writeCsv([
    ...payouts.map((payout) => ({
      Vencimento: formatShortDate(payout.dueOn),
      Tipo: chargeTitles[payout.kind],
      Recebedor: keepText(payout.payee),
      "CPF ou CNPJ": formatDocument(payout.document ?? ""),
      Conta: describeAccount(payout.account),
      [amountColumn]: writeCell(payout.amount),
      Contrato: payout.contractNumber ?? "",
    })),
    { Vencimento: "Total", [amountColumn]: writeCell(total) },
  ]);
}

function nameDirection(amount: number, isReversal: boolean): string {
  if (isReversal) return amount > 0 ? "Estorno de saída" : "Estorno de entrada";
  return amount > 0 ? "Entrada" : "Saída";
}

const accountTypes = { checking: "corrente", savings: "poupança" } as const;

/** Writes an account with words, because a spreadsheet would drop the leading zeros of a bare number. */
function describeAccount(account: Payouts[number]["account"]): string {
  return account.kind === "pix"
    ? `Pix ${account.key.startsWith("+55") ? formatPhone(account.key) : account.key}`
    : `${account.bank}, agência ${account.branch}, conta ${account.number} (${accountTypes[account.type]})`;
}

/** Writes an amount as 1.234,56 or -1.234,56. Spreadsheets need the plain hyphen as the sign. */
function writeCell(amount: number): string {
  // Negating a sum of zero gives -0, which would be written with a sign.
  return writeAmount(amount || 0).replace("\u2212", "-");
}
