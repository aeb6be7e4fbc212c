import { describe, expect, test } from "vitest";
import { coverLimit, estimateFee, referenceValue } from "./coverage.ts";

describe("the reference value", () => {
  test.each([
    [1850, 12, 22_200],
    [2400.5, 6, 14_403],
    [0.01, 12, 0.12],
    [1033.33, 3, 3099.99],
    [1.1, 3, 3.3],
    [833_333_333.33, 12, 9_999_999_999.96],
  ])("multiplies %d reais by %d months is %d, to the cent", (rent, months, expected) => {
    expect(referenceValue(rent, months)).toBe(expected);
  });
});

describe("the limit", () => {
  test.each([
    [22_200, 70, 15_540],
    [14_403, 70, 10_082.1],
    [0.3, 70, 0.21],
    [9_999_999_999.96, 70, 6_999_999_999.97],
    [1234.56, 100, 1234.56],
  ])("takes, out of %d reais, %d %%, which is %d", (reference, percent, expected) => {
    expect(coverLimit(reference, percent)).toBe(expected);
  });

  test("is never above its percentage, nor a cent below", () => {
    for (let cents = 1; cents < 5000; cents += 1) {
      for (const percent of [1, 33, 70, 99, 100]) {
        const limit = Math.round(coverLimit(cents / 100, percent) * 100);
        expect(limit * 100).toBeLessThanOrEqual(cents * percent);
        expect((limit + 1) * 100).toBeGreaterThan(cents * percent);
      }
    }
  });
});

test("the fee lies between its percentages, tenths of a percent included", () => {
  const rule = { minimumPercent: 8, maximumPercent: 12.5 };
  expect(estimateFee(22_200, rule)).toEqual({ minimum: 1776, maximum: 2775 });
  expect(estimateFee(0.99, { minimumPercent: 0.1, maximumPercent: 50.5 })).toEqual({
    minimum: 0,
    maximum: 0.5,
  });
});
