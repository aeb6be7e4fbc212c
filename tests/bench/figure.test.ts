import { expect, test } from "vitest";
import { count, type Figure, judge } from "./figure.ts";
import { measure } from "./measure.ts";

/** A figure of which this many samples are within its limit, and this many are not. */
function figure(within: number, over: number): Figure {
  const samples = Array.from({ length: within + over }, (_sample, index) => ({
    value: index < within ? 90 : 110,
    limit: 100,
  }));
  return { name: "LCP", comparison: "<=", samples };
}

test("what is within its limit in half of the samples is within it", () => {
  expect(judge(figure(2, 1))).toBe("ok");
  expect(judge(figure(4, 4))).toBe("ok");
});

test("what chance may explain is undecided", () => {
  expect(judge(figure(0, 3))).toBe("undecided");
  expect(judge(figure(4, 11))).toBe("undecided");
});

test("what chance hardly explains is over", () => {
  expect(judge(figure(0, 5))).toBe("over");
  expect(judge(figure(3, 12))).toBe("over");
});

test("a count is over at its first look", () => {
  expect(judge(count("lost", 1, "=", 0))).toBe("over");
  expect(judge(count("lost", 0, "=", 0))).toBe("ok");
});

test.each([
  { what: "a quiet machine", values: [90, 90, 90], samples: 3, verdict: "ok" },
  { what: "a stall at the beginning", values: [200, 200, 90, 90], samples: 4, verdict: "ok" },
  { what: "a slower page", values: [110], samples: 5, verdict: "over" },
])("on $what it takes $samples samples to say $verdict", async ({ values, samples, verdict }) => {
  let taken = 0;
  const [lcp] = await measure({ LCP: "<=" }, async () => {
    const value = values[Math.min(taken, values.length - 1)] ?? 0;
    taken += 1;
    return { LCP: { value, limit: 100 } };
  });
  expect(lcp?.samples).toHaveLength(samples);
  expect(lcp && judge(lcp)).toBe(verdict);
});
