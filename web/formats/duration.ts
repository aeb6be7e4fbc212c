/** A number of months in words: 1 mês, 12 meses. */
export function formatMonths(months: number): string {
  return months === 1 ? "1 mês" : `${months} meses`;
}
