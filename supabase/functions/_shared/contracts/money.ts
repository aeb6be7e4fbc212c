import * as z from "zod/mini";

// The largest amount that numeric(12,2) holds.
const largest = 9_999_999_999.99;

/**
 * Reads an amount as people type it. Spec section 5: everything except digits and comma is
 * stripped and the comma is the decimal separator. NaN when that leaves no number.
 */
export function parseMoney(typed: string): number {
  const [whole = "", cents, ...rest] = typed.replace(/[^\d,]/g, "").split(",");
  if (rest.length > 0 || (whole === "" && !cents)) return Number.NaN;
  return Number(`${whole || "0"}.${cents || "0"}`);
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
      const fault = moneyFault(value, message);
      if (fault === null) return value;
      context.issues.push({ code: "custom", input: typed, message: fault });
      return z.NEVER;
    }),
  );
}

function moneyFault(value: number, missing: string): string | null {
  if (Number.isNaN(value)) return missing;
  if (value <= 0) return "Informe um valor maior que zero";
  if (value > largest) return "Valor acima do limite permitido";
  if (Number(value.toFixed(2)) !== value) return "Use no máximo duas casas decimais";
  return null;
}
