/** Amounts are in reais, computed in whole cents: 2.400,50 for 6 months is exactly 14.403,00. */

/** Lowest and highest fee in percent of the reference value, with at most one decimal. */
export interface FeeRule {
  minimumPercent: number;
  maximumPercent: number;
}

/** Returns the reference value of a guarantee: the sum of the rents of all its months. */
export function referenceValue(rent: number, months: number): number {
  return (inCents(rent) * months) / 100;
}

/** Returns the maximum amount that is covered: a percentage of the reference value, rounded down to cents. */
export function coverLimit(reference: number, percent: number): number {
  return Math.floor((inCents(reference) * percent) / 100) / 100;
}

/** Returns the lowest and the highest estimated fee, rounded to cents. */
export function estimateFee(reference: number, { minimumPercent, maximumPercent }: FeeRule) {
  const part = (percent: number) =>
    Math.round((inCents(reference) * Math.round(percent * 10)) / 1000) / 100;
  return { minimum: part(minimumPercent), maximum: part(maximumPercent) };
}

const inCents = (reais: number) => Math.round(reais * 100);

/** Business rules for fees: percent of the reference value, and minimum in reais. */
export interface FeeRules {
  feePercent: number;
  feeMinimum: number;
}

/** Returns the standard fee of a reference value. */
export function standardFee(reference: number, { feePercent, feeMinimum }: FeeRules): number {
  const share = Math.round((inCents(reference) * Math.round(feePercent * 10)) / 1000);
  return Math.max(share, inCents(feeMinimum)) / 100;
}

/** Returns the standard, lowest and highest fee of an offer, like private.fee_range in the database. */
export function feeRange(reference: number, rules: FeeRules, rangePercent: number) {
  const standard = standardFee(reference, rules);
  const part = (percent: number) => Math.round((inCents(standard) * percent) / 100) / 100;
  return {
    standard,
    lowest: Math.max(part(100 - rangePercent), rules.feeMinimum),
    highest: part(100 + rangePercent),
  };
}
