import { expect, it, test } from "vitest";
import { formatMonths } from "../../supabase/functions/_shared/contracts/fields/formats.ts";
import { describeRemaining, formatLongDate } from "./dates.ts";

test("writes a date in words, on the day it names", () => {
  expect(formatLongDate("2026-11-21")).toBe("21 de novembro de 2026");
});

test("leaves what is no date as it is", () => {
  expect(formatLongDate("em breve")).toBe("em breve");
});

it.each([
  [1, "1 mês"],
  [2, "2 meses"],
  [12, "12 meses"],
])("%d months are %j", (months, text) => {
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
])("at %s a promise is: %s", (moment, text, isLate) => {
  expect(at(moment)).toEqual({ text, isLate });
});
