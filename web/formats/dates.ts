/** An ISO date (2026-11-21) in words: 21 de novembro de 2026; anything else comes back unchanged. */
export function formatLongDate(isoDate: string): string {
  const date = new Date(`${isoDate}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return isoDate;
  return new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** How many days there are from one ISO date (2026-11-21) to another; negative when it is past. */
export function daysUntil(date: string, today: string): number {
  return Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
}

/** The ISO date so many days after another. */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(date) + count * 86_400_000).toISOString().slice(0, 10);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far a promised moment (ISO 8601) is from `now`, short: faltam 3 h, atrasado 40 min. */
export function describeRemaining(due: string, now: number): { text: string; isLate: boolean } {
  const left = new Date(due).getTime() - now;
  const isLate = left < 0;
  const span = describeSpan(Math.abs(left));
  return { text: `${isLate ? "atrasado" : verb(span)} ${span.text}`, isLate };
}

function describeSpan(milliseconds: number): { count: number; text: string } {
  if (milliseconds < HOUR) return named(Math.ceil(milliseconds / MINUTE), "min", "min");
  if (milliseconds < 2 * DAY) return named(Math.floor(milliseconds / HOUR), "h", "h");
  return named(Math.floor(milliseconds / DAY), "dia", "dias");
}

function named(count: number, one: string, many: string) {
  return { count, text: `${count} ${count === 1 ? one : many}` };
}

const verb = ({ count }: { count: number }) => (count === 1 ? "falta" : "faltam");
