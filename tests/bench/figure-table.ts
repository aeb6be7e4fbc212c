import { type Figure, judge } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { median } from "./median.ts";

/** Returns a Markdown table of all figures with median, minimum, maximum and limit. */
export function figureTable(figures: readonly Figure[]): string {
  return markdownTable(
    ["figure", "median", "spread", "samples", "limit", ""],
    figures.map((figure) => {
      const { name, comparison, samples } = figure;
      const values = samples.map(({ value }) => value);
      const verdict = judge(figure);
      return [
        name,
        inWords(median(values)),
        samples.length > 1
          ? `${inWords(Math.min(...values))} to ${inWords(Math.max(...values))}`
          : "",
        String(samples.length),
        `${comparison} ${inWords(median(samples.map(({ limit }) => limit)))}`,
        verdict === "over" ? "**over**" : verdict,
      ];
    }),
  );
}

function inWords(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 2 : 0);
}
