import type { FunctionContent } from "./content/function-content.ts";
import { coverLimit, referenceValue } from "./contracts/fields/coverage.ts";
import { todayInBrasilia } from "./contracts/fields/formats.ts";
import type { OfferForm } from "./contracts/offer.ts";
import { fillVariables } from "./contracts/fields/variables.ts";

/**
 * What follows from what staff typed: the amounts by the published rules, the days, and the
 * clauses of the published terms that are to be accepted one by one.
 */
export function workOutOffer(
  { validDays, ...form }: OfferForm,
  { rules, terms }: Pick<FunctionContent, "rules" | "terms">,
  now: number,
) {
  const reference = referenceValue(form.rentalValue, form.months);
  return {
    ...form,
    referenceValue: reference,
    coverLimit: coverLimit(reference, rules.coveragePercent),
    endDate: lastDay(form.startDate, form.months),
    validUntil: endOfDay(now, validDays),
    letterNeedsFee: rules.letterNeedsFee,
    termsVersion: terms.version,
    clauses: terms.limitingClauses.map(({ number, title, text }) => ({
      title: number === null ? title : `${number}. ${title}`,
      // A blank line between paragraphs is GROQ's, and none of the terms.
      text: fillVariables(text, rules).replaceAll("\n\n", "\n"),
    })),
  };
}

/** The last day of a term, as the database reckons it: a start on the 31st ends with the month. */
export function lastDay(startDate: string, months: number): string {
  const start = new Date(`${startDate}T00:00:00Z`);
  const day = start.getUTCDate();
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0));
  end.setUTCDate(Math.min(day, end.getUTCDate()) - 1);
  return end.toISOString().slice(0, 10);
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The last second of the day so many days after `now`, in Brasília, which has no summer time. */
function endOfDay(now: number, days: number): string {
  return `${todayInBrasilia(new Date(now + days * dayMilliseconds))}T23:59:59-03:00`;
}
