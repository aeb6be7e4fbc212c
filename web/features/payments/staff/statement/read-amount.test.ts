import fc from "fast-check";
import { expect, it } from "vitest";
import { findDecimalMark, readAmount } from "./read-amount.ts";

it.each([
  ["1.320,50", "1320.50", ""],
  ["1,320.50", "1320.50", ""],
  ["1320.5", "1320.50", ""],
  ["1320", "1320.00", ""],
  ["+1320.500", "1320.50", "+"],
  ["0.5000", "0.50", ""],
  ["1.234.567,000", "1234567.00", ""],
  ["R$ 1.320,50", "1320.50", ""],
  ["R$ -1.320,50", "1320.50", "-"],
  ["-R$ 1.320,50", "1320.50", "-"],
  ["\u22121.320,50", "1320.50", "-"],
  ["1.320,50-", "1320.50", "-"],
  ["(1.320,50)", "1320.50", "-"],
  ["1.320,50C", "1320.50", "C"],
  ["1.320,50 D", "1320.50", "D"],
  ["   1320,50", "1320.50", ""],
  ["9.999.999.999,99", "9999999999.99", ""],
])("%j is %s with the mark %j", (written, amount, mark) => {
  expect(readAmount(written)).toEqual({ amount, mark });
});

it.each([
  "",
  "x1",
  "NaN",
  "1e308",
  "=1+1",
  "1,234",
  "1,230",
  "1.230",
  "1.320,555",
  "10.000.000.000,00",
])("%j is no amount, or could be two", (written) => {
  expect(readAmount(written)).toBeNull();
});

it.each([
  [["1.320,50", "1.230"], ",", "1230.00"],
  [["1320.000", "1.230"], ".", "1.23"],
  [["1,320.50", "1,230"], ".", "1230.00"],
  [["1.320,50", "1320.000", "1.230"], null, null],
  [["1.230"], null, null],
])("the other amounts of a file decide the last one: %j", (amounts, mark, amount) => {
  expect(findDecimalMark(amounts)).toBe(mark);
  expect(readAmount(amounts.at(-1) ?? "", mark === "," || mark === "." ? mark : null)?.amount).toBe(
    amount ?? undefined,
  );
});

it("every amount of cents is read back exactly from each notation", () => {
  const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999n });
  const signs = fc.constantFrom(["", ""], ["-", "-"], ["+", "+"], ["R$ ", ""], ["- R$ ", "-"]);
  fc.assert(
    fc.property(amounts, signs, (cents, [prefix = "", mark = ""]) => {
      const whole = (cents / 100n).toString();
      const rest = (cents % 100n).toString().padStart(2, "0");
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
      for (const written of [
        `${whole}.${rest}`,
        `${whole},${rest}`,
        `${grouped},${rest}`,
        `${grouped.replaceAll(".", ",")}.${rest}`,
      ]) {
        expect(readAmount(prefix + written)).toEqual({ amount: `${whole}.${rest}`, mark });
      }
    }),
  );
});
