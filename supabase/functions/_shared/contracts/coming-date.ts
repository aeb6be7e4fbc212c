import * as z from "zod/mini";
import { todayInBrasilia } from "./formats/today-in-brasilia.ts";
import { isRealDate } from "./real-date.ts";

/** The last day that a date of the next twelve months can be. */
export function lastComingDate(today = todayInBrasilia()): string {
  return `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace("-02-29", "-02-28")}`;
}

/** A day as date inputs give it, from today on and within a year. */
export function comingDateField(missing: string) {
  const outOfRange = "Informe uma data de hoje até daqui a um ano";
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.refine(isRealDate, { error: outOfRange, abort: true }),
    z.refine((value) => value >= todayInBrasilia() && value <= lastComingDate(), outOfRange),
  );
}
