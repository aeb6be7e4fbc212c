import * as z from "zod/mini";
import { singleLine } from "./text.ts";

// The largest amount that numeric(12,2) holds.
const largest = 9_999_999_999.99;
const unclear = "Escreva o valor em reais, por exemplo 1.234,56";

/** An amount as it is written: whole reais and what stands behind the decimal separator. */
export interface WrittenMoney {
  /** Digits, without separators and leading zeros; "0" when there are none. */
  whole: string;
  /** Digits, or undefined when there is no decimal separator. */
  cents: string | undefined;
}

// The name of the currency, and spaces or apostrophes that part thousands, change no amount.
const currency = /^(?:R\$|BRL)|(?:BRL|reais)$/giu;
const otherGroups = /(?<=\d)[ '’](?=\d{3}(?!\d))/gu;

const ways = [
  // 1234 · 1.234 · 1.234,56 · ,50: the comma is the decimal separator (spec section 5).
  /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|(?=,\d))(?:,(\d*))?$/,
  // 1234.56 · 1,234.56 · 1.234.56: behind the last point stand too few digits for a thousand.
  /^(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+|(?=\.\d))\.(\d{0,2})$/,
  // 1,234,567: two commas cannot both begin the cents.
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/,
];

/**
 * Reads an amount in whichever way it is written in Brazil, on an English keyboard or in a
 * spreadsheet. What can be read in two ways, or in none, gives undefined: a refusal is better than
 * an amount that is wrong by a factor.
 */
export function readMoney(typed: string): WrittenMoney | undefined {
  const amount = singleLine(typed).replace(currency, "").trim().replace(otherGroups, "");
  for (const way of ways) {
    const [, whole, cents] = way.exec(amount) ?? [];
    if (whole === undefined) continue;
    return { whole: whole.replace(/\D/g, "").replace(/^0+(?=\d)/, "") || "0", cents };
  }
  return undefined;
}

/** The amount in reais; NaN when `readMoney` cannot tell it. */
export function parseMoney(typed: string): number {
  const money = readMoney(typed);
  return money ? Number(`${money.whole}.${money.cents || "0"}`) : Number.NaN;
}

/**
 * A positive amount in reais with at most two decimals. The form holds what was typed
 * ("R$ 1.234,56"), the request may carry the number: both are read, the number is given.
 */
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
