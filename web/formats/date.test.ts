import { expect, test } from "vitest";
import { currentYear } from "./current-year.ts";
import { formatLongDate } from "./date.ts";

const newYearInLondon = new Date("2027-01-01T01:30:00Z");

test("writes a date in words, on the day it names", () => {
  expect(formatLongDate("2026-11-21")).toBe("21 de novembro de 2026");
});

test("leaves what is no date as it is", () => {
  expect(formatLongDate("em breve")).toBe("em breve");
});

test("takes the year from the calendar of Brasília", () => {
  expect(currentYear(newYearInLondon)).toBe("2026");
});
