import Papa from "papaparse";

/** Matches text that a spreadsheet would read as a number or a date, such as the code of a transfer. */
const numeric = /^(?=.*\d)[\d\s.,:/%eE+-]+$/;

/** Adds an apostrophe to text that looks like a number, because a spreadsheet would drop leading and final zeros. */
export const keepText = (typed: string | null) =>
  numeric.test(typed ?? "") ? `'${typed}` : (typed ?? "");

/** Matches cells that a spreadsheet could run as a formula. A negative amount is a number, not a formula. */
const formula = /^(?!-\d{1,3}(?:\.\d{3})*,\d{2}$)[=+\-@\t\r].*$/s;

/** Writes rows for Brazilian spreadsheets: semicolons, 1.234,56, a BOM, and an apostrophe before formulas. */
export function writeCsv(rows: readonly Record<string, string>[]): string {
  const csv = Papa.unparse([...rows], { delimiter: ";", newline: "\r\n", escapeFormulae: formula });
  return `\uFEFF${csv}\r\n`;
}
