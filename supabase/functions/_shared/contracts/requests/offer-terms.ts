import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "../fields/formats.ts";
import { type SentField, writeSent } from "../fields/sent-fields.ts";

/**
 * Terms that may change from one offer to the next, in display order. The keys are the names of the terms in
 * private.offer_changes.
 */
export const offerTerms = {
  coverLimit: { title: "Limite da cobertura", kind: "money" },
  fee: { title: "Taxa (custo total)", kind: "money" },
  feeDueOn: { title: "Vencimento da taxa", kind: "date" },
  paymentMethod: { title: "Forma de pagamento" },
  rentalValue: { title: "Aluguel", kind: "money" },
  referenceValue: { title: "Valor de referência", kind: "money" },
  months: { title: "Prazo", kind: "months" },
  startDate: { title: "Início", kind: "date" },
  endDate: { title: "Fim", kind: "date" },
  propertyType: { title: "Tipo do imóvel" },
  landlordName: { title: "Locador" },
  letterNeedsFee: { title: "A carta só vale com a taxa paga" },
  termsVersion: { title: "Versão dos termos" },
} as const satisfies Record<string, SentField>;

export type OfferTerm = keyof typeof offerTerms;

export const offerTermNames = Object.keys(offerTerms).filter(isOfferTerm);

function isOfferTerm(name: string): name is OfferTerm {
  return name in offerTerms;
}

const termValue = z.union([z.string(), z.number(), z.boolean()]);
type TermValue = z.output<typeof termValue>;

/** Differences between an offer and the conditions that the applicant read before (private.offer_changes). */
export const offerChangesSchema = z._default(
  z.array(z.object({ field: z.enum(offerTermNames), before: termValue, after: termValue })),
  [],
);

export type OfferChanges = z.output<typeof offerChangesSchema>;

/** Writes a term of an offer. If the term has changed, the earlier value is written beside the new value. */
export function writeTerm(field: OfferTerm, value: TermValue, changes: OfferChanges = []): string {
  const change = changes.find((other) => other.field === field);
  const write = (written: TermValue) => {
    if (typeof written === "boolean") return written ? "sim" : "não";
    return writeSent(offerTerms[field], written);
  };
  return besideFormer(value, change?.before, write);
}

/** Writes a value, followed by the former value if the two differ. */
export function besideFormer<Value>(
  value: Value,
  former: Value | null | undefined,
  write: (value: Value) => string,
): string {
  if (former === null || former === undefined || former === value) return write(value);
  return `${write(value)} (antes: ${write(former)})`;
}

/** Monthly payments of a fee (private.instalment_list). Amounts in reais, days as YYYY-MM-DD. */
export const instalmentsSchema = z.array(
  z.object({ instalment: z.number(), amount: z.number(), dueOn: z.string() }),
);

export type Instalments = z.output<typeof instalmentsSchema>;

/**
 * Returns the values of the `{{variables}}` in the text about each instalment. Returns an empty list for a fee that is
 * paid at once.
 */
export function instalmentValues(instalments: Instalments) {
  if (instalments.length < 2) return [];
  return instalments.map(({ instalment, amount, dueOn }) => ({
    instalment,
    instalments: instalments.length,
    amount: formatCurrency(amount),
    dueOn: formatShortDate(dueOn),
  }));
}

/** Describes the due dates of a fee, to follow its amount in a sentence: "com vencimento em 10/12/2026". */
export function describeDue({ feeDueOn, instalments }: FeeDue): string {
  const first = formatShortDate(feeDueOn);
  return instalments.length < 2
    ? `com vencimento em ${first}`
    : `em ${instalments.length} parcelas mensais, a primeira com vencimento em ${first}`;
}

/** Describes the first payment of a fee: "a taxa de R$ 1.776,00", or "a parcela 1 de 3 da taxa, de R$ 592,00". */
export function describeFirstPayment({ fee, instalments }: FeeDue & { fee: number }): string {
  const [first] = instalmentValues(instalments);
  return first
    ? `a parcela 1 de ${first.instalments} da taxa, de ${first.amount}`
    : `a taxa de ${formatCurrency(fee)}`;
}

interface FeeDue {
  feeDueOn: string;
  instalments: Instalments;
}
