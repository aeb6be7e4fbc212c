/**
 * How much a guarantee covers and may cost. Amounts are in reais with at most two decimals, and
 * are computed in whole cents: 2.400,50 for 6 months is 14.403,00 and not a hair less.
 */

/** The part of the reference value that the fee may be, in percent with at most one decimal. */
export interface FeeRule {
  minimumPercent: number;
  maximumPercent: number;
}

/** The reference value: the rent of all months of the guarantee. */
export function referenceValue(rent: number, months: number): number {
  return (inCents(rent) * months) / 100;
}

/** The most that is paid: so many percent of the reference value, never a part of a cent above. */
export function coverLimit(reference: number, percent: number): number {
  return Math.floor((inCents(reference) * percent) / 100) / 100;
}

/** Between which amounts the fee is likely to be, rounded to cents. */
export function estimateFee(reference: number, { minimumPercent, maximumPercent }: FeeRule) {
  const part = (percent: number) =>
    Math.round((inCents(reference) * Math.round(percent * 10)) / 1000) / 100;
  return { minimum: part(minimumPercent), maximum: part(maximumPercent) };
}

const inCents = (reais: number) => Math.round(reais * 100);
