import {
  type FeeRule,
  coverLimit,
  estimateFee,
  referenceValue,
} from "../../../supabase/functions/_shared/contracts/fields/coverage.ts";
import { formatCurrency } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";

interface AmountRules {
  coveragePercent: number;
  feeEstimate: FeeRule | null;
}

/** What a rent leads to, as people read it; the fee only where the business rules have a range. */
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
