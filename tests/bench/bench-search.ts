import { type BenchPart, count, type Figure } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { quantile } from "./median.ts";
import { measureSearch, type SearchFigures } from "./measure-search.ts";
import { searchGround } from "./search-ground.ts";

/** What the slowest call in a hundred should take at most. */
const LIMIT_MS = 50;
/** And how many times a list of so few without words, where the machine is held up. */
const TIMES_A_LIST = 2;

/** The staff's search over 10,000 simulations beside that over 1,000,000, in PostgreSQL alone. */
export async function benchSearch(): Promise<BenchPart> {
  const small = await searchGround(10_000);
  const large = await searchGround(1_000_000);
  try {
    return tellSearch(await measureSearch([small, large]));
  } finally {
    await small.close();
    await large.close();
  }
}

/** The figures of a small ground and a large one, as the report tells them. */
export function tellSearch(figures: readonly SearchFigures[]): BenchPart {
  const table = markdownTable(
    ["staff's search", "10,000: p50 ms", "p99 ms", "1,000,000: p50 ms", "p99 ms"],
    figures.map(({ what, times }) => [
      what,
      ...times.flatMap((list) => [quantile(list, 0.5).toFixed(1), quantile(list, 0.99).toFixed(1)]),
    ]),
  );
  const list = quantile(figures[0]?.times[0] ?? [], 0.99);
  const limit = Math.max(LIMIT_MS, TIMES_A_LIST * list);
  const plans = figures
    .filter((figure) => figure.plans.length > 0)
    .map(({ what, plans: told }) => `${what}:\n\n\`\`\`\n${told.join("\n")}\n\`\`\``);
  return {
    sections: [
      `One page of the staff's search at a time, 200 of each kind in turn, in PostgreSQL alone:\n\n${table}`,
      `Plans over 1,000,000 simulations:\n\n${plans.join("\n\n")}`,
    ],
    figures: figures.map(({ what, times }): Figure =>
      count(`search, ${what}, p99 ms of 1,000,000`, quantile(times.at(-1) ?? [], 0.99), "<", limit),
    ),
  };
}
