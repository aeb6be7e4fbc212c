import { expect, it, test } from "vitest";
import { formatMonths } from "#contracts/fields/formats.ts";
import { describeRemaining, formatLongDate } from "./dates.ts";

test("formatLongDate writes a date in words on the given day", () => {
  expect(formatLongDate("2026-11-21")).toBe("21 de novembro de 2026");
});

test("formatLongDate returns invalid dates unchanged", () => {
  expect(formatLongDate("em breve")).toBe("em breve");
});

it.each([
  [1, "1 mês"],
  [2, "2 meses"],
  [12, "12 meses"],
])("formatMonths writes %d as %j", (months, text) => {
  expect(formatMonths(months)).toBe(text);
});

const due = "2026-11-23T17:00:00Z";
const at = (moment: string) => describeRemaining(due, new Date(moment).getTime());

it.each([
  ["2026-11-20T16:00:00Z", "faltam 3 dias", false],
  ["2026-11-22T16:00:00Z", "faltam 25 h", false],
  ["2026-11-23T15:59:00Z", "falta 1 h", false],
  ["2026-11-23T16:20:00Z", "faltam 40 min", false],
  ["2026-11-23T16:59:30Z", "falta 1 min", false],
  ["2026-11-23T17:00:01Z", "atrasado 1 min", true],
  ["2026-11-23T19:10:00Z", "atrasado 2 h", true],
  ["2026-11-26T17:00:00Z", "atrasado 3 dias", true],
])("describeRemaining at %s returns %s", (moment, text, isLate) => {
  expect(at(moment)).toEqual({ text, isLate });
});
