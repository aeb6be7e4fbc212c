const amounts = new Intl.NumberFormat("pt-BR", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Writes an amount in reais as people type it in a field, for example 1.728,48. Returns "" for NaN. */
export function writeAmount(amount: number): string {
  return Number.isFinite(amount) ? amounts.format(amount) : "";
}
