import { expect, test } from "vitest";
import { slopePerHour } from "./slope.ts";

const minutes = (values: readonly number[]) =>
  values.map((value, minute) => ({ at: 1_000_000 + minute * 60_000, value }));

test("a series that grows by one a minute has a slope of sixty an hour from any starting value", () => {
  expect(slopePerHour(minutes([500, 501, 502, 503]))).toBeCloseTo(60);
});

test("a series that rises and falls back is flat", () => {
  expect(slopePerHour(minutes([5, 9, 5, 9, 5]))).toBeCloseTo(0);
});

test("a step at the end weighs more than a step in the middle", () => {
  const [middle, end] = [minutes([5, 5, 9, 5, 5]), minutes([5, 5, 5, 5, 9])].map(slopePerHour);
  expect(end).toBeGreaterThan(middle ?? 0);
});

test("a series with fewer than two values has no slope", () => {
  expect(slopePerHour(minutes([7]))).toBe(0);
  expect(slopePerHour([])).toBe(0);
});
