import { markdownTable } from "../bench/markdown-table.ts";
import { median } from "../bench/median.ts";
import type { KillFigures } from "./kill-while-writing.ts";

/** Returns a Markdown table of the kills of each part, and the number of forms that visitors lost during the kills. */
export function killTable({ recoveries, acknowledged, lost }: KillFigures): string {
  const rows = Object.entries(recoveries).map(([part, times]) => [
    part,
    String(times.length),
    `${median(times)} ms`,
    `${Math.max(...times)} ms`,
  ]);
  const table = markdownTable(["kill -9", "times", "service back, median", "longest"], rows);
  return `${table}\n\n${acknowledged} acknowledged writes, ${lost.length} lost`;
}
