/** Formats an ISO date (2026-11-21) in Portuguese words: 21 de novembro de 2026. Returns other texts unchanged. */
export function formatLongDate(isoDate: string): string {
  const date = new Date(`${isoDate}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return isoDate;
  return new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** Returns the days from `today` to `date` (ISO dates); negative when `date` has passed. */
export function daysUntil(date: string, today: string): number {
  return Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
}

/** Returns the ISO date that is `count` days after `date`. */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(date) + count * 86_400_000).toISOString().slice(0, 10);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Describes the time from `now` until `due` (ISO 8601) in a short form: faltam 3 h, atrasado 40 min. */
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
