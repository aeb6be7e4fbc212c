import { expect, it } from "vitest";
import { formatLongDate } from "./date.ts";

it.each([
  ["2026-02-01", "1 de fevereiro de 2026"],
  ["2026-12-31", "31 de dezembro de 2026"],
  ["indefinido", "indefinido"],
])("%j in words is %j", (isoDate, text) => {
  expect(formatLongDate(isoDate)).toBe(text);
});
