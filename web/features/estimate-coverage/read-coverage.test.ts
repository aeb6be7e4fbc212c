import { expect, test } from "vitest";
import { createContentSource } from "../../content/source/content-source.ts";
import { createPageReader } from "../../content/source/page-reader.ts";
import { coverageQuery } from "../../content/queries/shared-queries.ts";
import { readCoverage } from "./read-coverage.ts";

const rules = { coveragePercent: 70, maximumMonths: 12, feeEstimate: null };
const examples = [
  { _key: "longer", rent: 1000, months: 30 },
  { _key: "shorter", rent: 1000, months: 6 },
  { _key: "unsaid", rent: 1000, months: null },
];

/** What is made of a coverage with these rules. */
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

test("no example is shown for longer than the guarantee may last", async () => {
  const shown = (await read(rules)).examples;
  expect(shown.map(({ _key, months }) => [_key, months])).toEqual([
    ["longer", 12],
    ["shorter", 6],
    ["unsaid", 12],
  ]);
  // Twelve rents, and 70% of them: the amounts are of the months that are shown.
  expect(shown[0]).toMatchObject({ reference: "R$\u00a012.000,00", limit: "R$\u00a08.400,00" });
});

test("without business rules there is nothing to work out", async () => {
  expect((await read(null)).examples).toEqual([]);
});
