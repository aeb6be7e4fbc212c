import { expect, it } from "vitest";
import { formatMonths } from "./duration.ts";

it.each([
  [1, "1 mês"],
  [2, "2 meses"],
  [12, "12 meses"],
])("%d months are %j", (months, text) => {
  expect(formatMonths(months)).toBe(text);
});
