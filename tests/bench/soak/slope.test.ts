import { expect, test } from "vitest";
import { slopePerHour } from "./slope.ts";

const minutes = (values: readonly number[]) =>
  values.map((value, minute) => ({ at: 1_000_000 + minute * 60_000, value }));

test("what grows by one a minute grows by sixty an hour, whatever it began with", () => {
  expect(slopePerHour(minutes([500, 501, 502, 503]))).toBeCloseTo(60);
});

test("what goes up and comes back is flat", () => {
  expect(slopePerHour(minutes([5, 9, 5, 9, 5]))).toBeCloseTo(0);
});

test("a step at the end weighs more than one in the middle of what is level otherwise", () => {
  const [middle, end] = [minutes([5, 5, 9, 5, 5]), minutes([5, 5, 5, 5, 9])].map(slopePerHour);
  expect(end).toBeGreaterThan(middle ?? 0);
});

test("one look, or none, says nothing", () => {
  expect(slopePerHour(minutes([7]))).toBe(0);
  expect(slopePerHour([])).toBe(0);
});
