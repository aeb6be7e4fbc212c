import Papa from "papaparse";
import { cleanText, foldText } from "./decode-text.ts";
import { type ColumnGuess, guessColumns, isDay, isMoney, isTitles } from "./guess-columns.ts";

/** Record of a CSV: usually one line, several when a quoted cell has line breaks. */
export interface CsvRow {
  /** Line number in the file, from 1. */
  line: number;
  cells: readonly string[];
}

export interface CsvTable {
  delimiter: string;
  /** Account in the lines above the titles, or "". */
  account: string;
  /** Line number of the titles; 0 for a table without titles. */
  line: number;
  titles: readonly string[];
  rows: readonly CsvRow[];
  guess: ColumnGuess;
}

/** Maximum number of columns that the server stores. */
const maximumColumns = 60;
const maximumCells = 100;

/**
 * Finds the table of movements in a CSV file; null without a table. Banks may write lines above the table and may omit
 * the titles.
 */
export function readCsv(text: string): CsvTable | null {
  const delimiter = findDelimiter(text);
  const rows = parse(text, delimiter);
  const { first, hasTitles, movement } = findStart(rows);
  const head = rows[first];
  if (!head) return null;
  const below = hasTitles ? rows.slice(first + 1) : rows.slice(first);
  const width = hasTitles
    ? head.cells.findLastIndex(Boolean) + 1
    : Math.max(...below.slice(0, 200).map(({ cells }) => cells.length));
  const columns = Array.from({ length: Math.min(width, maximumColumns) }, (_none, index) => index);
  const titles = columns.map((index) => (hasTitles ? (head.cells[index] ?? "") : ""));
  return {
    delimiter,
    account: findAccount(rows.slice(0, hasTitles ? first : movement)),
    line: hasTitles ? head.line : 0,
    titles: hasTitles ? titles : titles.map((_none, index) => `Coluna ${index + 1}`),
    rows: below,
    guess: guessColumns(
      titles,
      below.map(({ cells }) => cells),
    ),
  };
}

/** Parses the whole text. If quotes are broken, each line is parsed alone, so that only the broken line is affected. */
function parse(text: string, delimiter: string): CsvRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
  const isBroken =
    errors.some(({ type }) => type === "Quotes") || data.some((cells) => cells.some(hasRows));
  const records = isBroken ? text.split("\n").map((line) => parseLine(line, delimiter)) : data;
  const rows: CsvRow[] = [];
  let line = 1;
  for (const cells of records) {
    rows.push({ line, cells: cells.slice(0, maximumCells).map((cell) => cell.trim()) });
    line += cells.join("").split("\n").length;
  }
  // The line break at the end of the file does not begin another row.
  if (rows.at(-1)?.cells.join("") === "") rows.pop();
  return rows;
}

/** Returns true for a cell that contains later rows, because its closing quote is missing. */
function hasRows(cell: string): boolean {
  return cell.includes("\n") && /\n"?\d{2}\/\d{2}\/\d{2,4}"?[;,\t|]/.test(cell);
}

function parseLine(line: string, delimiter: string): string[] {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter, newline: "\n" });
  return errors.some(({ type }) => type === "Quotes") ? line.split(delimiter) : (data[0] ?? [""]);
}

/**
 * Chooses the delimiter with the most lines that have a day and an amount in separate cells. Rows of titles and rows
 * with three values only decide between equal counts.
 */
function findDelimiter(text: string): string {
  const sample = text.slice(0, 200_000).split("\n", 400);
  const scores = [";", "\t", ",", "|"].map((delimiter) => {
    const records = sample.map((line) => parseLine(line, delimiter).map((cell) => cell.trim()));
    const movements = records.filter((cells) => cells.some(isDay) && cells.some(isMoney)).length;
    const titles = records.filter(isTitles).length;
    const wide = records.filter((cells) => cells.filter(Boolean).length >= 3).length;
    return { delimiter, score: movements * 1_000_000 + titles * 1000 + wide };
  });
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).delimiter;
}

/**
 * Finds the titles, or the first row of a table without titles. `movement` is the first row with a day and an amount.
 */
function findStart(rows: readonly CsvRow[]) {
  const movement = rows.findIndex(({ cells }) => cells.some(isDay) && cells.some(isMoney));
  const titles = rows.slice(0, 200).findIndex(({ cells }) => isTitles(cells));
  if (titles >= 0) return { first: titles, hasTitles: true, movement };
  if (movement < 0) {
    const first = rows.findIndex(({ cells }) => isWide(cells));
    return { first, hasTitles: !rows[first]?.cells.some(isDay), movement: 0 };
  }
  // A row of unknown titles is recognised by its place right above the first movement.
  const above = rows[movement - 1]?.cells ?? [];
  return isWide(above) && !above.some((cell) => /\d/.test(cell))
    ? { first: movement - 1, hasTitles: true, movement }
    : { first: 0, hasTitles: false, movement };
}

const isWide = (cells: readonly string[]) => cells.filter(Boolean).length >= 3;

/** Finds branch and account in the lines above a table, for example AGENCIA;1234;CONTA;130012345. */
function findAccount(above: readonly CsvRow[]): string {
  const lines = above.slice(0, 50).map(({ cells }) => foldText(cells.join(" ")));
  const find = (pattern: RegExp) =>
    lines.map((line) => pattern.exec(line)?.[1]).find(Boolean) ?? "";
  // The pattern refuses a number before a slash, which is part of a date: "Conta de 01/11/2026 a 20/11/2026".
  const branch = find(/\b(?:agencia|ag)\b[ .:,;|n\u00b0\u00bao]{0,6}(\d[\d.-]{0,19}x?)(?![\d/])/);
  const account = find(
    /\b(?:conta(?: corrente)?|c\/c|cc)\b[ .:,;|n\u00b0\u00bao]{0,6}(\d[\d.-]{0,29}x?)(?![\d/])/,
  );
  return account && cleanText(`${branch} ${account}`);
}
