import { expect, test } from "vitest";
import { count, type Figure, judge } from "./figure.ts";
import { measure } from "./measure.ts";

/** Returns a figure with `within` samples below its limit and `over` samples above it. */
function figure(within: number, over: number): Figure {
  const samples = Array.from({ length: within + over }, (_sample, index) => ({
    value: index < within ? 90 : 110,
    limit: 100,
  }));
  return { name: "LCP", comparison: "<=", samples };
}

test("a figure with half of its samples within the limit is within it", () => {
  expect(judge(figure(2, 1))).toBe("ok");
  expect(judge(figure(4, 4))).toBe("ok");
});

test("a figure that chance may explain is undecided", () => {
  expect(judge(figure(0, 3))).toBe("undecided");
  expect(judge(figure(4, 11))).toBe("undecided");
});

test("a figure that chance hardly explains is over", () => {
  expect(judge(figure(0, 5))).toBe("over");
  expect(judge(figure(3, 12))).toBe("over");
});

test("a count over its limit is over after one sample", () => {
  expect(judge(count("lost", 1, "=", 0))).toBe("over");
  expect(judge(count("lost", 0, "=", 0))).toBe("ok");
});

test.each([
  { what: "a quiet machine", values: [90, 90, 90], samples: 3, verdict: "ok" },
  { what: "a stall at the beginning", values: [200, 200, 90, 90], samples: 4, verdict: "ok" },
  { what: "a slower page", values: [110], samples: 5, verdict: "over" },
])("on $what the verdict $verdict takes $samples samples", async ({ values, samples, verdict }) => {
  let taken = 0;
  const [lcp] = await measure({ LCP: "<=" }, async () => {
    const value = values[Math.min(taken, values.length - 1)] ?? 0;
    taken += 1;
    return { LCP: { value, limit: 100 } };
  });
  expect(lcp?.samples).toHaveLength(samples);
  expect(lcp && judge(lcp)).toBe(verdict);
});
