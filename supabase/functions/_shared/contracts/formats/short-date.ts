/**
 * An ISO date (2026-11-21) as 21/11/2026; anything else comes back unchanged. A calendar date has
 * no time zone, so it never passes through one.
 */
export function formatShortDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDate) ?? [];
  return year && month && day ? `${day}/${month}/${year}` : isoDate;
}
