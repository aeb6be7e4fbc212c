/** Today's date on the calendar of Brasília as ISO (2026-11-21). */
export function todayInBrasilia(now = new Date()): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format(now);
}
