import { expect, test } from "vitest";
import { createContentSource } from "../../../content/source/content-source.ts";
import { createPageReader } from "../../../content/source/page-reader.ts";
import { coverageQuery } from "../../../content/queries/shared-queries.ts";
import { readCoverage } from "./read-coverage.ts";

const rules = { coveragePercent: 70, maximumMonths: 12, feeEstimate: null };
const examples = [
  { _key: "longer", rent: 1000, months: 30 },
  { _key: "shorter", rent: 1000, months: 6 },
  { _key: "unsaid", rent: 1000, months: null },
];

/** Returns the coverage content computed with the given business rules. */
function read(published: typeof rules | null) {
  const coverage = { limit: { examples }, rules: published };
  const source = createContentSource({
    fetch: async (query: string) =>
      JSON.parse(
        JSON.stringify({
          result: query === coverageQuery ? coverage : {},
          syncTags: [],
          ms: 1,
        }),
      ),
  });
  return readCoverage(createPageReader(source).read);
}

test("an example lasts no longer than the guarantee may", async () => {
  const shown = (await read(rules)).examples;
  expect(shown.map(({ _key, months }) => [_key, months])).toEqual([
    ["longer", 12],
    ["shorter", 6],
    ["unsaid", 12],
  ]);
  // The page shows amounts for 12 months: the reference is twelve rents, and the limit is 70% of the reference.
  expect(shown[0]).toMatchObject({ reference: "R$\u00a012.000,00", limit: "R$\u00a08.400,00" });
});

test("a coverage has no amounts without business rules", async () => {
  expect((await read(null)).examples).toEqual([]);
});
