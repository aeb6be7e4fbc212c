const inCents = (reais: number) => Math.round(reais * 100);

/** Business rules for fees: percent of the reference value, minimum in reais, and permitted deviation in percent. */
export interface FeeRules {
  feePercent: number;
  feeMinimum: number;
  feeRangePercent: number;
}

/** Returns the standard fee and the range that one person may offer, like private.fee_range in the database. */
export function feeRange(
  reference: number,
  { feePercent, feeMinimum, feeRangePercent }: FeeRules,
): { standard: number; lowest: number; highest: number } {
  const minimum = inCents(feeMinimum);
  const share = Math.round((inCents(reference) * Math.round(feePercent * 10)) / 1000);
  const standard = Math.max(share, minimum);
  const part = (percent: number) => Math.round((standard * percent) / 100);
  return {
    standard: standard / 100,
    lowest: Math.max(part(100 - feeRangePercent), minimum) / 100,
    highest: part(100 + feeRangePercent) / 100,
  };
}
