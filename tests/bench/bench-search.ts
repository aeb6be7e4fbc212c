import { loadavg } from "node:os";
import { type BenchPart, count, type Figure } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { quantile } from "./median.ts";
import { measureSearch, type SearchFigures } from "./measure-search.ts";
import { searchGround } from "./search-ground.ts";

/** `BENCH_ROWS=50000 BENCH_CALLS=20 npm run bench -- search` tries the bench itself, in a minute. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const CALLS = Number(process.env["BENCH_CALLS"] ?? 500);
const FEW_ROWS = 10_000;
/** What the slowest call in a hundred should take at most. */
const LIMIT_MS = 50;
/** And how many times a list of so few without words, where the machine is held up. */
const TIMES_A_LIST = 2;

/** The staff's search over 10,000 simulations beside that over 1,000,000, in PostgreSQL alone. */
export async function benchSearch(): Promise<BenchPart> {
  const small = await searchGround(FEW_ROWS);
  const large = await searchGround(ROWS);
  try {
    const before = load();
    const figures = await measureSearch([small, large], CALLS);
    return tellSearch(figures, `The machine's load was ${before} before and ${load()} after.`);
  } finally {
    await small.close();
    await large.close();
  }
}

/** The figures of a small ground and a large one, as the report tells them. */
function tellSearch(figures: readonly SearchFigures[], remark: string): BenchPart {
  const rows = ROWS.toLocaleString("en");
  const table = markdownTable(
    [
      "staff's search",
      `${FEW_ROWS.toLocaleString("en")}: p50 ms`,
      "p95",
      "p99",
      `${rows}: first`,
      "p50",
      "p95",
      "p99",
    ],
    figures.map(({ what, times: [few = [], many = []], first }) => [
      what,
      ...quantiles(few),
      (first.at(-1) ?? 0).toFixed(1),
      ...quantiles(many),
    ]),
  );
  const limit = Math.max(LIMIT_MS, TIMES_A_LIST * quantile(figures[0]?.times[0] ?? [], 0.99));
  const p99 = ({ times }: SearchFigures) => quantile(times.at(-1) ?? [], 0.99);
  const plans = figures
    .filter((figure) => figure.plans.length > 0 && p99(figure) >= limit)
    .map(({ what, slowest: { call, took }, plans: told }) => {
      const from = call.after_at ? ` after ${call.after_at}` : "";
      const asked = `${what}: \`${call.search}\`${from}, ${took.toFixed(1)} ms`;
      return `${asked}\n\n\`\`\`\n${told.join("\n")}\n\`\`\``;
    });
  return {
    sections: [
      `One page of the staff's search at a time, ${CALLS} of each kind in turn with other words each time, in PostgreSQL alone. ${remark} “First” is the first call of its kind since PostgreSQL was started.\n\n${table}`,
      ...(plans.length > 0
        ? [
            `The slowest call over ${rows} simulations of each kind that is over, and its plans when it is asked again:\n\n${plans.join("\n\n")}`,
          ]
        : []),
    ],
    figures: figures.map((figure): Figure =>
      count(`search, ${figure.what}, p99 ms of ${rows}`, p99(figure), "<", limit),
    ),
  };
}

function quantiles(times: readonly number[]): string[] {
  return [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1));
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
