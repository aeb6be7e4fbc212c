import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take minutes, mostly of waiting: begun last, nothing would run beside them. */
const longest = [
  "tests/journeys/every-form.test.ts",
  "tests/attacks/accounts.test.ts",
  "tests/attacks/attacks.test.ts",
];

/** Begins with what takes longest; a fresh clone does not know it from an earlier run. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the runner's order of files, no array
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((file) => moduleId.endsWith(file));
  return found < 0 ? longest.length : found;
}
