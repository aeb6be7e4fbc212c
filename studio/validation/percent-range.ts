interface PercentRange {
  minimumPercent?: number;
  maximumPercent?: number;
}

/** Accepts a range that does not end before it begins; what is missing is another rule's matter. */
export function checkPercentRange(range: PercentRange | undefined): true | string {
  const { minimumPercent, maximumPercent } = range ?? {};
  if (minimumPercent === undefined || maximumPercent === undefined) return true;
  return minimumPercent <= maximumPercent || "O mínimo não pode ser maior que o máximo.";
}
