export interface BudgetLine {
  name: string;
  measured: string;
  limit: string;
  met: boolean;
}

/** Compares a figure with its budget of design/web-performance. */
export function budgetLine(
  name: string,
  value: number,
  comparison: "<" | "<=" | ">=" | "=",
  limit: number,
): BudgetLine {
  const met = {
    "<": value < limit,
    "<=": value <= limit,
    ">=": value >= limit,
    "=": value === limit,
  }[comparison];
  const measured = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return { name, measured, limit: `${comparison} ${limit}`, met };
}
