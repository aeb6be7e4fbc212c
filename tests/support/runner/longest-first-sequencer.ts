import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files that take the longest. If a long file started last, the end of the run would wait for this file alone. */
const longest = [
  "tests/static/static-checks.test.ts",
  "tests/attacks/attacks.full.test.ts",
  "tests/functions/acceptance-crash.full.test.ts",
  "tests/operations/container.full.test.ts",
  "tests/attacks/accounts.full.test.ts",
  "tests/journeys/forms/every-form.full.test.ts",
];

/**
 * Kinds of test files, in running order. All files of a kind run before the next kind, because a worker closes its
 * shared programs when the kind changes.
 */
const kinds = ["static", "system", "unit"];

/** Starts long test files first. `longest` lists these files, because a fresh clone has no recorded durations. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this `sort` is the runner's method, not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => kind(a) - kind(b) || place(a) - place(b));
  }
}

const kind = ({ project }: TestSpecification): number => kinds.indexOf(project.name);

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((file) => moduleId.endsWith(file));
  return found < 0 ? longest.length : found;
}
