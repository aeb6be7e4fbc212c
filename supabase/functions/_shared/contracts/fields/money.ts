import * as z from "zod/mini";
import { singleLine } from "./text.ts";

// Largest amount that the database type numeric(12,2) can store.
const largest = 9_999_999_999.99;
const unclear = "Escreva o valor em reais, por exemplo 1.234,56";

/** Amount as typed text, split at the decimal separator. */
export interface WrittenMoney {
  /** Digits of the whole reais, without separators and leading zeros; "0" when none were typed. */
  whole: string;
  /** Digits after the decimal separator; undefined when the text has no decimal separator. */
  cents: string | undefined;
}

// These patterns match text that does not change the amount: the currency's name, and spaces or
// apostrophes between groups of three digits.
const currency = /^(?:R\$|BRL)|(?:BRL|reais)$/giu;
const otherGroups = /(?<=\d)[ '’](?=\d{3}(?!\d))/gu;

const ways = [
  // The comma is the decimal separator (spec section 5): 1234 · 1.234 · 1.234,56 · ,50
  /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|(?=,\d))(?:,(\d*))?$/,
  // The last point is the decimal separator, because fewer than three digits follow it: 1234.56 · 1,234.56 · 1.234.56
  /^(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+|(?=\.\d))\.(\d{0,2})$/,
  // Two or more commas separate thousands, so there are no cents: 1,234,567
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/,
];

/** Reads a Brazilian, English or spreadsheet amount. Returns undefined for an ambiguous or unreadable amount. */
export function readMoney(typed: string): WrittenMoney | undefined {
  const amount = singleLine(typed).replace(currency, "").trim().replace(otherGroups, "");
  for (const way of ways) {
    const [, whole, cents] = way.exec(amount) ?? [];
    if (whole === undefined) continue;
    return { whole: whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "") || "0", cents };
  }
  return undefined;
}

/** Returns the typed amount in reais, or NaN when `readMoney` cannot read the text. */
export function parseMoney(typed: string): number {
  const money = readMoney(typed);
  return money ? Number(`${money.whole}.${money.cents || "0"}`) : Number.NaN;
}

/** Field for a positive amount in reais with at most two decimals; accepts "R$ 1.234,56" or a number. */
export function moneyField(message: string) {
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((typed, context) => {
      const value = typeof typed === "number" ? typed : parseMoney(typed);
      const fault = moneyFault(value, /\d/.test(String(typed)) ? unclear : message);
      if (fault === null) return value;
      context.issues.push({ code: "custom", input: typed, message: fault });
      return z.NEVER;
    }),
  );
}

function moneyFault(value: number, unreadable: string): string | null {
  if (Number.isNaN(value)) return unreadable;
  if (value <= 0) return "Informe um valor maior que zero";
  if (value > largest) return "Valor acima do limite permitido";
  if (Number(value.toFixed(2)) !== value) return "Use no máximo duas casas decimais";
  return null;
}
