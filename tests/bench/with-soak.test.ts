import { expect, test } from "vitest";
import { withSoak } from "./with-soak.ts";

const report = "# Measured\n\nPages.\n";
const kept = "# Measured\n\nPages, once.\n\n## Soak\n\nFlat, once.\n";

test("a new report keeps the soak of the former one", () => {
  expect(withSoak(report, kept)).toBe("# Measured\n\nPages.\n\n## Soak\n\nFlat, once.\n");
});

test("a soak takes the place of the former one and leaves the rest as it is", () => {
  const told = "# Measured\n\nPages, once.\n\n## Soak\n\nFlat.\n";
  expect(withSoak(kept, kept, "Flat.\n")).toBe(told);
  expect(withSoak(told, told, "Flat.")).toBe(told);
});

test("the first soak is added in the end", () => {
  expect(withSoak(report, report, "Flat.")).toBe("# Measured\n\nPages.\n\n## Soak\n\nFlat.\n");
});

test("without any soak a report is as it is", () => {
  expect(withSoak(report, "")).toBe(report);
});
