import { readMoney } from "#contracts/fields/money.ts";

/** Sign or letter beside an amount; brackets count as a minus, and "" means that there is none. */
export type AmountMark = "+" | "-" | "C" | "D" | "";

export interface WrittenAmount {
  /** Reais and cents without a sign, 1234.56. */
  amount: string;
  mark: AmountMark;
}

/** Decimal mark of a file's amounts; null when the amounts show no decimal mark or both marks. */
export type DecimalMark = "," | "." | null;

const amountPattern =
  /^(?<open>\()?\s?(?<before>[+-])?\s?(?:R\$|BRL)?\s?(?<inner>[+-])?\s?(?<money>\d[\d.,' ]*?)\s?(?<after>[+-]|CR|DB|DR|[CD])?\s?(?<close>\))?$/i;

/**
 * Reads an amount with an optional sign, brackets, C or D; null for other texts and for ambiguous amounts. `decimal`
 * decides whether 1.500 means 1500.00 or 1.50.
 */
export function readAmount(written: string, decimal: DecimalMark = null): WrittenAmount | null {
  const text = plain(written);
  const found = amountPattern.exec(text)?.groups;
  if (!found || (found["open"] === undefined) !== (found["close"] === undefined)) return null;
  const amount = centsOf(found["money"] ?? "", decimal);
  if (amount === null) return null;
  const marks = [found["open"] && "-", found["before"], found["inner"], found["after"]?.charAt(0)];
  const mark = marks.find(Boolean)?.toUpperCase();
  return { amount, mark: mark === "+" || mark === "-" || mark === "C" || mark === "D" ? mark : "" };
}

/** Returns the text with plain spaces and signs; "" for a text that is too long for an amount. */
function plain(written: string): string {
  const text = written.length > 400 ? "" : written.replace(/\s+/g, " ").trim();
  return text.length > 40 ? "" : text.replace(/[\u2212\u2013]/, "-");
}

function centsOf(money: string, decimal: DecimalMark): string | null {
  const read = readMoney(withTwoDecimals(money, decimal));
  if (!read || read.whole.length > 10 || (read.cents ?? "").length > 2) return null;
  return `${read.whole}.${(read.cents ?? "").padEnd(2, "0")}`;
}

/** Drops zeros after the cents, as in 1776.000. Returns "" for an ambiguous amount. */
function withTwoDecimals(money: string, decimal: DecimalMark): string {
  const [, mark, three = ""] = /^[1-9]\d{0,2}([.,])(\d{3})$/.exec(money) ?? [];
  if (mark) {
    if (mark === decimal) return three.endsWith("0") ? money.slice(0, -1) : "";
    if (decimal !== null) return money.replace(mark, "");
    return mark === "." && !three.endsWith("0") ? money : "";
  }
  const marks: readonly string[] = money.match(/[.,]/g) ?? [];
  const isSingle = marks.filter((other) => other === marks.at(-1)).length === 1;
  return isSingle ? money.replace(/([.,]\d{2})0+$/, "$1") : money;
}

/** Returns the decimal mark that all amounts of a file share; null when there is none. */
export function findDecimalMark(amounts: Iterable<string>): DecimalMark {
  const seen = new Set<DecimalMark>();
  for (const written of amounts) {
    const money = plain(written).replace(/[^\d.,]/g, "");
    const [, cents] = /([.,])\d{1,2}$/.exec(money) ?? [];
    const [, group] = /\d([.,])\d{3}\1\d{3}/.exec(money) ?? [];
    const [, long] = /^\d{4,}([.,])\d{3,}$/.exec(money) ?? [];
    if (cents === "," || long === "," || group === ".") seen.add(",");
    if (cents === "." || long === "." || group === ",") seen.add(".");
  }
  const [only = null] = seen;
  return seen.size === 1 ? only : null;
}
