// Once: each formatter holds memory of the runtime's, and this is asked at every request.
const isoDate = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" });

/** Today's date on the calendar of Brasília as ISO (2026-11-21). */
export function todayInBrasilia(now = new Date()): string {
  return isoDate.format(now);
}
