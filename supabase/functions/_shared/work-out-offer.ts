import type { FunctionContent } from "./content/function-content.ts";
import { coverLimit, referenceValue } from "#contracts/fields/coverage.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import type { OfferForm } from "#contracts/offers/offer.ts";
import { fillVariables } from "#contracts/fields/variables.ts";

/** Computes the amounts, days and clauses of an offer from the staff form, the business rules and the terms. */
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
      // The content API separates paragraphs by a blank line. The published terms have no blank lines, so this text
      // must have none.
      text: fillVariables(text, rules).replaceAll("\n\n", "\n"),
    })),
  };
}

/** Returns a term's last day by the rule of the database. One month from 31 January lasts until 27 February. */
export function lastDay(startDate: string, months: number): string {
  const start = new Date(`${startDate}T00:00:00Z`);
  const day = start.getUTCDate();
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0));
  end.setUTCDate(Math.min(day, end.getUTCDate()) - 1);
  return end.toISOString().slice(0, 10);
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Returns the last second of the day `days` after `now` in Brasília, which has no daylight saving time. */
function endOfDay(now: number, days: number): string {
  return `${todayInBrasilia(new Date(now + days * dayMilliseconds))}T23:59:59-03:00`;
}
