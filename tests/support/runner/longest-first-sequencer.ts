import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take longest: begun last, nothing would run beside them. */
const longest = [
  "tests/static/static-checks.test.ts",
  "tests/attacks/attacks.full.test.ts",
  "tests/functions/acceptance-crash.full.test.ts",
  "tests/operations/container.full.test.ts",
  "tests/attacks/accounts.full.test.ts",
  "tests/journeys/every-form.full.test.ts",
];

/** A worker starts the parts of its system once as long as the next file is of the same kind. */
const kinds = ["static", "system", "unit"];

/** Begins with what takes longest; a fresh clone does not know it from an earlier run. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the runner's order of files, no array
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => kind(a) - kind(b) || place(a) - place(b));
  }
}

const kind = ({ project }: TestSpecification): number => kinds.indexOf(project.name);

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((file) => moduleId.endsWith(file));
  return found < 0 ? longest.length : found;
}
