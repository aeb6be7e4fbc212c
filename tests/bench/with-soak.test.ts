import { expect, test } from "vitest";
import { withSoak } from "./with-soak.ts";

const report = "# Measured\n\nPages.\n";
const kept = "# Measured\n\nPages, once.\n\n## Soak\n\nFlat, once.\n";

test("a new report keeps the soak of the former report", () => {
  expect(withSoak(report, kept)).toBe("# Measured\n\nPages.\n\n## Soak\n\nFlat, once.\n");
});

test("a new soak replaces the former one and leaves the rest unchanged", () => {
  const expected = "# Measured\n\nPages, once.\n\n## Soak\n\nFlat.\n";
  expect(withSoak(kept, kept, "Flat.\n")).toBe(expected);
  expect(withSoak(expected, expected, "Flat.")).toBe(expected);
});

test("the first soak is added at the end", () => {
  expect(withSoak(report, report, "Flat.")).toBe("# Measured\n\nPages.\n\n## Soak\n\nFlat.\n");
});

test("a report without a soak stays unchanged", () => {
  expect(withSoak(report, "")).toBe(report);
});
