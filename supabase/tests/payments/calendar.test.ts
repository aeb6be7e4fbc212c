import { isBusinessDay } from "@brazilian-utils/brazilian-utils/is-business-day";
import { getHolidays } from "@brazilian-utils/brazilian-utils/get-holidays";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

/** Last year that @brazilian-utils covers. */
const lastYear = 2099;

const isoDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/**
 * Lists the business days of banks according to @brazilian-utils. The loop removes Carnival Monday, because the package
 * does not know that holiday.
 */
function businessDays(): string[] {
  const days: string[] = [];
  for (let year = 2024; year <= lastYear; year += 1) {
    const carnival = getHolidays(year).find(({ name }) => name === "Carnaval (terça-feira)");
    if (!carnival) throw new Error("The package names Carnival otherwise.");
    const monday = isoDay(new Date(year, carnival.date.getMonth(), carnival.date.getDate() - 1));
    for (
      const day = new Date(year, 0, 1);
      day.getFullYear() === year;
      day.setDate(day.getDate() + 1)
    ) {
      if (isBusinessDay(day) && isoDay(day) !== monday) days.push(isoDay(day));
    }
  }
  return days;
}

test("the database and @brazilian-utils have the same business days from 2024 to 2099", async () => {
  const rows = await database.sql`
    select day::date::text as day
    from generate_series('2024-01-01'::date, ${`${lastYear}-12-31`}::date, interval '1 day') as day
    where private.is_business_day(day::date)`;
  expect(rows.map((row) => row["day"])).toEqual(businessDays());
});

test("the next business day is the first business day after a day", async () => {
  const rows = await database.sql`
    select day::date::text as day, private.next_business_day(day::date)::text as next
    from generate_series('2024-01-01'::date, ${`${lastYear}-12-01`}::date, interval '1 day') as day`;
  const [first = "", ...later] = businessDays();
  const next = later.values();
  let expected = first;
  for (const row of rows) {
    while (expected <= String(row["day"])) expected = String(next.next().value);
    expect(row["next"], String(row["day"])).toBe(expected);
  }
});

test.each([
  ["2026-11-27", "2026-11-30", "a Friday"],
  ["2026-02-13", "2026-02-18", "the Friday before Carnival"],
  ["2026-06-03", "2026-06-05", "the eve of Corpus Christi"],
  ["2025-04-17", "2025-04-22", "the eve of Good Friday, when Tiradentes is a Monday"],
  ["2026-12-31", "2027-01-04", "the last day of 2026"],
  [
    "2100-02-05",
    "2100-02-10",
    "the Friday before Carnival of 2100, which the package does not have",
  ],
])("the next business day after %s is %s (%s)", async (day, next) => {
  const [row] = await database.sql`select private.next_business_day(${day}::date)::text as next`;
  expect(row?.["next"]).toBe(next);
});
