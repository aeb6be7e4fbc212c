import { loadavg } from "node:os";
import { type BenchPart, count, type Figure } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { quantile } from "./median.ts";
import { measureSearch, type SearchFigures } from "./measure-search.ts";
import { startSearchDatabase } from "./search-database.ts";

/** Number of simulations. `BENCH_ROWS=50000 BENCH_CALLS=20 npm run bench -- search` is a trial run of one minute. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const CALLS = Number(process.env["BENCH_CALLS"] ?? 500);
const FEW_ROWS = 10_000;
/** Limit for the 99th percentile of the call durations. */
const LIMIT_MS = 50;
/**
 * Second limit, as a multiple of the duration of a list without search words. A busy machine delays lists and searches,
 * so the higher of the two limits applies.
 */
const TIMES_A_LIST = 2;

/** Compares the staff search over 10,000 simulations with the same search over 1,000,000, in PostgreSQL alone. */
export async function benchSearch(): Promise<BenchPart> {
  const small = await startSearchDatabase(FEW_ROWS);
  const large = await startSearchDatabase(ROWS);
  try {
    const before = load();
    const figures = await measureSearch([small, large], CALLS);
    return reportSearch(figures, `The machine's load was ${before} before and ${load()} after.`);
  } finally {
    await small.close();
    await large.close();
  }
}

/** Returns the part of the report that compares the small and the large table. */
function reportSearch(figures: readonly SearchFigures[], remark: string): BenchPart {
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
    .map(({ what, slowest: { call, took }, plans: texts }) => {
      const from = call.after_at ? ` after ${call.after_at}` : "";
      const asked = `${what}: \`${call.search}\`${from}, ${took.toFixed(1)} ms`;
      return `${asked}\n\n\`\`\`\n${texts.join("\n")}\n\`\`\``;
    });
  return {
    sections: [
      `Pages of the staff's search in PostgreSQL alone, one at a time: ${CALLS} calls of each kind in turn, each with other words. ${remark} “First” is the first call of its kind after PostgreSQL's start.\n\n${table}`,
      ...(plans.length > 0
        ? [
            `The slowest call of each kind over its limit, on ${rows} simulations, with the plans of a repetition:\n\n${plans.join("\n\n")}`,
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
