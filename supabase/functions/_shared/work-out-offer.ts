import type { FunctionContent } from "./content/function-content.ts";
import { coverLimit, referenceValue } from "#contracts/fields/coverage.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { type OfferForm, lastValidDay, needsReason, planWords } from "#contracts/offers/offer.ts";
import { fillVariables } from "#contracts/fields/variables.ts";

/** Computes the amounts, days and clauses of an offer from the staff form, the business rules and the terms. */
export function workOutOffer(
  { validDays, ...form }: OfferForm,
  { rules, terms, letterTexts }: Pick<FunctionContent, "rules" | "terms" | "letterTexts">,
  now: number,
) {
  const today = todayInBrasilia(new Date(now));
  const reference = referenceValue(form.rentalValue, form.months);
  const instalments = form.paymentPlan === "pix" ? form.instalments : 1;
  return {
    ...form,
    pastStartReason: needsReason(form.startDate, today) ? form.pastStartReason : undefined,
    instalments,
    paymentMethod:
      form.paymentPlan === "pix" ? planWords(instalments, letterTexts) : (form.paymentMethod ?? ""),
    referenceValue: reference,
    coverLimit: coverLimit(reference, rules.coveragePercent),
    // The offer is valid until the last second of the day in Brasília. Brasília has no daylight saving time, so the
    // offset is fixed.
    validUntil: `${lastValidDay({ ...form, validDays }, today)}T23:59:59-03:00`,
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
