import type { PageReader } from "../../content/source/page-reader.ts";
import { coverageQuery } from "../../content/queries/shared-queries.ts";
import { workOutAmounts } from "./work-out-amounts.ts";

/**
 * Reads the coverage and works its examples out, none for longer than the guarantee may last. For
 * loaders: browsers get the amounts, and load what works them out when somebody types a rent.
 */
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

/** The texts of the coverage, with its examples, and the rules and clauses behind them. */
export type CoverageContent = Awaited<ReturnType<typeof readCoverage>>;

/** The business rules that amounts are worked out by. */
export type CoverageRules = NonNullable<CoverageContent["rules"]>;
