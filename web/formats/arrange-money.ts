import { readMoney } from "../../supabase/functions/_shared/contracts/money.ts";

/**
 * Stands for a point that the mask has set while a change is made, because persons type points too.
 * A character of private use, which no keyboard has.
 */
const mark = "\ue000";

const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+(?=$|,|\.\d{0,2}$)/;
const plain = /^(?<whole>[\d\ue000]*)(?:(?<separator>[.,])(?<cents>\d*))?$/;

/** The text with its points between thousands marked; what a person began to type stays. */
export function markThousands(text: string): string {
  return text.replace(grouped, (whole) => whole.replaceAll(".", mark));
}

/** Whether a character of a marked text is a person's own. */
export function isTypedInMoney(character: string): boolean {
  return character !== mark;
}

/**
 * Lays out an amount that is being typed: 1.234,56. A typed point stays a point until three digits
 * follow it (thousands) or the field is left (cents); what is no amount stays as it was typed, for
 * the contract to refuse.
 */
export function arrangeMoney(changed: string): string {
  // Behind a separator that was typed just now, the mask's own have lost their place.
  const marked = changed.replace(/(?<=[.,].*)\ue000/g, "");
  const groups = plain.exec(marked)?.groups;
  if (!groups) return unravel(marked);
  const { whole = "", separator = "", cents = "" } = groups;
  const written = whole.replaceAll(mark, "");
  const digits = withoutLeadingZeros(written);
  if (separator === "." && cents.length > 2) {
    const groupsThousands = whole.includes(mark) || whole.length <= 3;
    const isThousand = cents.length === 3 && groupsThousands && /^[1-9]/.test(written);
    return isThousand ? group(digits + cents) : typed(marked);
  }
  return separator ? group(digits || "0") + separator + cents : group(digits);
}

/** The amount as it rests in the field: 1.234,50; what is no amount stays as it is. */
export function settleMoney(text: string): string {
  const money = readMoney(text);
  if (!money) return text;
  return group(money.whole) + (money.cents ? `,${money.cents.padEnd(2, "0")}` : "");
}

/** An amount in another way of writing, 1,234.5 or R$ 50, as soon as it can be told. */
function unravel(marked: string): string {
  // Behind 1.234.567 a further comma and point tell that the commas before were thousands too.
  const money = readMoney(typed(marked)) ?? readMoney(marked.replaceAll(mark, ","));
  if (!money) return typed(marked);
  return group(money.whole) + (money.cents === undefined ? "" : `,${money.cents}`);
}

const typed = (marked: string) => marked.replaceAll(mark, ".");
const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ".");
const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, "");
