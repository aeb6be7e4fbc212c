/** How many days there are from one ISO date (2026-11-21) to another; negative when it is past. */
export function daysUntil(date: string, today: string): number {
  return Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
}
