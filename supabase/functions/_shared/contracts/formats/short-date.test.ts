import { expect, it } from "vitest";
import { formatShortDate } from "./short-date.ts";

it.each([
  ["2026-02-01", "01/02/2026"],
  ["1990-12-31", "31/12/1990"],
  ["indefinido", "indefinido"],
])("%j is written %j", (isoDate, text) => {
  expect(formatShortDate(isoDate)).toBe(text);
});
