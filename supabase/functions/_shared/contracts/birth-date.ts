import * as z from "zod/mini";
import { todayInBrasilia } from "./formats/today-in-brasilia.ts";
import { isRealDate } from "./real-date.ts";

export const earliestBirthDate = "1920-01-01";
const adultAge = 18;

/** The latest birth date of somebody who is 18 today, as yyyy-mm-dd. */
function latestOfAdults(): string {
  const today = todayInBrasilia();
  return `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;
}

/**
 * A date as date inputs give it, from 1920-01-01 to today (spec section 5), of an adult: a contract
 * of guarantee needs full civil capacity (Civil Code, articles 3 to 5).
 */
export function birthDateField() {
  const missing = "Data de nascimento é obrigatória";
  const outOfRange = "Informe uma data de nascimento entre 01/01/1920 e hoje";
  const tooYoung =
    "É preciso ter 18 anos ou mais para contratar a fiança (Código Civil, arts. 3º a 5º)";
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: outOfRange, abort: true }),
    z.refine(
      (value) => isRealDate(value) && value >= earliestBirthDate && value <= todayInBrasilia(),
      { error: outOfRange, abort: true },
    ),
    z.refine((value) => value <= latestOfAdults(), tooYoung),
  );
}
