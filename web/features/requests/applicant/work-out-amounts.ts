import {
  type FeeRule,
  coverLimit,
  estimateFee,
  referenceValue,
} from "#contracts/fields/coverage.ts";
import { formatCurrency } from "#contracts/fields/formats.ts";

interface AmountRules {
  coveragePercent: number;
  feeEstimate: FeeRule | null;
}

/** Formats the amounts that follow from a rent. The fee is included only when the business rules give its range. */
export function workOutAmounts(rent: number, months: number, rules: AmountRules) {
  const reference = referenceValue(rent, months);
  const fee = rules.feeEstimate && estimateFee(reference, rules.feeEstimate);
  return {
    rent: formatCurrency(rent),
    reference: formatCurrency(reference),
    limit: formatCurrency(coverLimit(reference, rules.coveragePercent)),
    fee: fee && `${formatCurrency(fee.minimum)} a ${formatCurrency(fee.maximum)}`,
  };
}
