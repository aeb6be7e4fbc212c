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
