import { todayInBrasilia } from "#contracts/fields/formats.ts";

/** Oldest accepted day. Earlier days are mistakes in the file, and the database refuses earlier days. */
export const oldestDay = "2000-01-01";

/** Formats yyyymmdd and DTPOSTED (OFX): 20261120, 20261120100000, 20261120100000.000[-3:BRT]. */
const compact =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:\.\d{1,6})?)?\s?(?:\[(?<zone>[+-]?\d{1,2}(?:\.\d{1,2})?)?(?::?[a-z ]{1,20})?\])?$/i;
/** ISO 8601: 2026-11-20, 2026-11-20 10:00, 2026-11-20T10:00:00.000-03:00. */
const iso =
  /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{2})\k<mark>(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?\s?(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Formats dd/mm/yyyy and dd/mm/yy, with slashes, points or dashes. A time without a time zone may follow. */
const brazilian =
  /^(?<day>\d{1,2})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?:[ T,-]{1,3}(?:às )?\d{1,2}[:h]\d{0,2}(?:[:m]\d{2}s?)?)?$/i;

/**
 * Converts a bank's date to YYYY-MM-DD; null for a text that is not a valid date. A time with a zone gives the day in
 * Brasília.
 */
export function readDay(written: string): string | null {
  const text = written.length > 80 ? "" : written.trim();
  if (!/^\d/.test(text)) return null;
  const found = (compact.exec(text) ?? iso.exec(text) ?? brazilian.exec(text))?.groups;
  if (!found) return null;
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = found;
  const date = [
    year.length === 2 ? `20${year}` : year,
    month.padStart(2, "0"),
    day.padStart(2, "0"),
  ].join("-");
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // JavaScript turns 31 February into a day in March, which differs from the written day.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return null;
  const offset = minutesOf(found);
  if (!hour || offset === null) return date;
  const minutes = Number(hour) * 60 + Number(minute);
  // Cora and other banks write a day without a time as midnight in UTC, which is the day before in Brasília.
  if (offset === 0 && minutes + Number(second) === 0) return date;
  return todayInBrasilia(new Date(midnight + (minutes - offset) * 60_000));
}

/** Returns the offset of the written zone in minutes; null when no zone is written. */
function minutesOf({ zone, offset }: Record<string, string | undefined>): number | null {
  if (zone) return Math.round(Number(zone) * 60);
  if (!offset) return null;
  if (offset.toUpperCase() === "Z") return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return offset.startsWith("-") ? -minutes : minutes;
}

/** Returns true for 00/00/0000 and 00000000, which banks write beside balances. */
export function isZeroDay(written: string): boolean {
  const text = written.slice(0, 40).trim();
  return /^00?([/.-])00?\1(?:00){1,2}$|^0{4}-00-00$|^0{8,14}(?:\[.*)?$/.test(text);
}
