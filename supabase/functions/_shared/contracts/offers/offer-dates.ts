import * as z from "zod/mini";
import { todayInBrasilia } from "../fields/formats.ts";
import { isRealDate } from "../fields/people.ts";

/** Returns the day that is twelve months before today. */
export function firstRecentDate(today = todayInBrasilia()): string {
  return `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace("-02-29", "-02-28")}`;
}

/** Returns the day that is twelve months after today. */
export function lastComingDate(today = todayInBrasilia()): string {
  return `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace("-02-29", "-02-28")}`;
}

/** Field for the value of a date input, from today to twelve months ahead. */
export function comingDateField(missing: string) {
  return nearDateField(missing, todayInBrasilia, "Informe uma data de hoje até daqui a um ano");
}

/** Field for the value of a date input, from twelve months ago to twelve months ahead. */
export function recentDateField(missing: string) {
  return nearDateField(
    missing,
    firstRecentDate,
    "Informe uma data de um ano atrás até daqui a um ano",
  );
}

function nearDateField(missing: string, earliest: () => string, outOfRange: string) {
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.refine(isRealDate, { error: outOfRange, abort: true }),
    z.refine((value) => value >= earliest() && value <= lastComingDate(), outOfRange),
  );
}
