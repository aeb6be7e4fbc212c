import { expect, it } from "vitest";
import { formatCurrency } from "./currency.ts";

it.each([
  [1850, "R$\u00a01.850,00"],
  [2400.5, "R$\u00a02.400,50"],
  [0, "R$\u00a00,00"],
  [9_999_999_999.99, "R$\u00a09.999.999.999,99"],
])("%d reais are written %j", (amount, text) => {
  expect(formatCurrency(amount)).toBe(text);
});
