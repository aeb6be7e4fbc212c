import type { PageReader } from "../../../content/source/page-reader.ts";
import { coverageQuery } from "../../../content/queries/shared-queries.ts";
import { workOutAmounts } from "./work-out-amounts.ts";

/** Reads the coverage texts and computes the examples on the server, so that most browsers load no calculator code. */
export async function readCoverage(read: PageReader["read"]) {
  const content = await read(coverageQuery);
  const { limit, rules } = content;
  const examples = rules
    ? limit.examples.map(({ _key, rent, months }) => {
        const shown = Math.min(months ?? rules.maximumMonths, rules.maximumMonths);
        return { _key, months: shown, ...workOutAmounts(rent, shown, rules) };
      })
    : [];
  return { ...content, examples };
}

export type CoverageContent = Awaited<ReturnType<typeof readCoverage>>;

export type CoverageRules = NonNullable<CoverageContent["rules"]>;
