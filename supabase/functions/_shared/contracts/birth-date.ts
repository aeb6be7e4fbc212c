import * as z from "zod/mini";

export const earliestBirthDate = "1920-01-01";

/** Today's date in Brasília time as yyyy-mm-dd. */
export function todayInBrazil(now: Date = new Date()): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format(now);
}

function isRealDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A date as date inputs give it, from 1920-01-01 to today (spec section 5). */
export function birthDateField() {
  const missing = "Data de nascimento é obrigatória";
  const outOfRange = "Informe uma data de nascimento entre 01/01/1920 e hoje";
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: outOfRange, abort: true }),
    z.refine(
      (value) => isRealDate(value) && value >= earliestBirthDate && value <= todayInBrazil(),
      outOfRange,
    ),
  );
}
