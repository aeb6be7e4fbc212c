import { cleanText, foldText } from "./decode-text.ts";
import { guessColumns, isTitles } from "./guess-columns.ts";
import {
  type Entry,
  type FileContent,
  directionOfCell,
  directionOfText,
  isTotal,
  judgeValues,
  judgeWords,
  leaveOut,
  leaveUnread,
  noAmount,
  noDay,
} from "./judge-row.ts";
import { type DecimalMark, findDecimalMark, readAmount } from "./read-amount.ts";
import type { CsvRow, CsvTable } from "./read-csv.ts";
import { isZeroDay, readDay } from "./read-day.ts";
import type { ColumnKind, Direction, LeftOut, LeftOutReason } from "./statement-reading.ts";

type Columns = readonly ColumnKind[];

/** Returns true when the known columns are enough to read movements. */
export function areComplete(columns: Columns): boolean {
  return columns.includes("date") && columns.includes("text") && columns.some(isAmountKind);
}

const isAmountKind = (kind: ColumnKind | undefined) =>
  kind === "amount" || kind === "in" || kind === "out";

/** Reads a CSV table. Each row becomes a movement, the continuation of a movement, or a left-out row. */
export function readRows(table: CsvTable, given: Columns, today: string): FileContent {
  const { rows } = table;
  const entries: Entry[] = [];
  const leftOut: LeftOut[] = [];
  // Movements without a sign. They are incoming if the file writes a minus before outgoing amounts.
  const unsigned: Entry[] = [];
  let hasMinus = false;
  let columns = given;
  const decimal = decimalMarkOf(rows, columns);
  // True below a heading such as "Lançamentos futuros".
  let isScheduled = false;
  // Row that the rows below it may continue.
  let above: Entry | LeftOut | null = null;

  for (const [index, row] of rows.entries()) {
    const read = readRow(row, { ...table, columns, decimal, today, isScheduled });
    if (read.kind === "movement") {
      entries.push(read.entry);
      if (read.isUnsigned) unsigned.push(read.entry);
      hasMinus ||= read.isMinus;
      above = read.entry;
    } else if (read.kind === "left") {
      leftOut.push(read.leftOut);
      above = read.leftOut.reason === "blank" ? null : read.leftOut;
    } else if (read.kind !== "text" || above === null) {
      leftOut.push(leaveOut(row.line, wholeText(row), "note"));
      above = null;
    } else if ("below" in above) {
      above.text = cleanText(`${above.text} ${read.text}`);
      above.below.push(row.line);
    } else {
      leftOut.push({ ...above, line: row.line, text: wholeText(row) });
    }
    if (read.kind === "heading") isScheduled = read.isScheduled;
    if (read.kind === "titles") {
      const isSame = table.titles.every((title, place) => title === row.cells[place]);
      const below = rows.slice(index + 1, index + 200).map(({ cells }) => cells);
      columns = isSame ? given : guessColumns(row.cells, below).columns;
    }
  }
  if (hasMinus) for (const entry of unsigned) entry.direction = "in";
  return { entries, leftOut, account: table.account, isCutOff: false };
}

function decimalMarkOf(rows: readonly CsvRow[], columns: Columns): DecimalMark {
  const places = columns.flatMap((kind, index) => (isAmountKind(kind) ? [index] : []));
  return findDecimalMark(rows.flatMap(({ cells }) => places.map((place) => cells[place] ?? "")));
}

const wholeText = ({ cells }: CsvRow) => cleanText(cells.filter(Boolean).join(" "));

interface RowContext extends Pick<CsvTable, "account" | "delimiter"> {
  columns: Columns;
  decimal: DecimalMark;
  today: string;
  isScheduled: boolean;
}

type RowReading =
  | { kind: "movement"; entry: Entry; isUnsigned: boolean; isMinus: boolean }
  | { kind: "left"; leftOut: LeftOut }
  /** Text without day and amount, which continues the row above. */
  | { kind: "text"; text: string }
  | { kind: "titles" }
  | { kind: "heading"; isScheduled: boolean };

function readRow(row: CsvRow, context: RowContext): RowReading {
  const { columns, today } = context;
  const { line } = row;
  const whole = wholeText(row);
  const left = (reason: Exclude<LeftOutReason, "unreadable">): RowReading => ({
    kind: "left",
    leftOut: leaveOut(line, whole, reason),
  });
  const unread = (problem: string): RowReading => ({
    kind: "left",
    leftOut: leaveUnread(line, whole, problem),
  });
  if (!whole) return left("blank");
  if (isTitles(row.cells)) return { kind: "titles" };
  if (!areComplete(columns)) return unread("as colunas desta tabela não foram entendidas.");

  const { cells, isTooWide } = joinLast(row.cells, columns, context.delimiter);
  const cellOf = (kind: ColumnKind) => cells[columns.indexOf(kind)] ?? "";
  const texts = cells.filter((cell, index) => cell && columns[index] === "text");
  const text = cleanText([...new Set(texts)].join(" "));
  const date = cellOf("date");
  const day = readDay(date);
  const written = columns.flatMap((kind, index) => {
    const cell = cells[index];
    return isAmountKind(kind) && cell ? [{ kind, cell }] : [];
  });
  const words = judgeWords(texts[0] ?? "") ?? judgeWords(date);
  if (words === "balance" || words === "total") return left(words);
  if (isZeroDay(date)) return left("balance");
  if (day === null && written.length === 0) {
    if (!date && text && !words) return { kind: "text", text };
    const isHeading = cells.filter(Boolean).length === 1;
    return {
      kind: "heading",
      isScheduled: isHeading ? announcesScheduled(whole) : context.isScheduled,
    };
  }
  if (day === null && cells.some(isTotal)) return left("total");
  if (words || context.isScheduled) return left("scheduled");
  if (day === null) return unread(noDay(date));
  if (isTooWide) return unread("há mais células do que colunas.");
  const amounts = written.map(({ kind, cell }) => ({
    kind,
    cell,
    read: readAmount(cell, context.decimal),
  }));
  const broken = amounts.find(({ read }) => read === null);
  if (broken || amounts.length === 0) return unread(noAmount(broken?.cell ?? ""));
  const [first, second] = amounts.filter(({ read }) => read?.amount !== "0.00");
  if (second) return unread("há um valor em mais de uma coluna.");
  const { amount, mark } = first?.read ?? { amount: "0.00", mark: "" };
  const leftOut = judgeValues(line, whole, { day, amount, today });
  if (leftOut) return { kind: "left", leftOut };

  const hint = directionOfText(text);
  const word = columns.includes("direction") ? cellOf("direction") : "";
  const stated = new Set(
    [markDirections[mark], directionOfCell(word)].filter((one) => one !== null),
  );
  const isUnsigned =
    first?.kind === "amount" && stated.size === 0 && !columns.includes("direction");
  return {
    kind: "movement",
    isUnsigned,
    isMinus: mark === "-",
    entry: {
      line,
      below: [],
      day,
      amount,
      text,
      hint,
      written: word.slice(0, 40),
      account: cleanText(cellOf("account")).slice(0, 100).trim() || context.account,
      id: cellOf("id").slice(0, 255).toWellFormed(),
      direction: directionOf(first?.kind, isUnsigned ? hint : null, stated),
    },
  };
}

const markDirections = { "+": "in", C: "in", "-": "out", D: "out", "": null } as const;

/** Returns the direction of an amount; null when the file states no direction or two directions. */
function directionOf(
  kind: ColumnKind | undefined,
  hint: Direction | null,
  stated: ReadonlySet<Direction>,
): Direction | null {
  // Amounts in the `out` column were paid, with or without a minus.
  if (kind === "out") return "out";
  if (kind === "in") return stated.has("out") ? "out" : "in";
  const [only = null] = stated;
  if (stated.size > 0) return stated.size === 1 ? only : null;
  // "PIX RECEBIDO" proves that an amount was received. No text proves that an amount was paid, so a person decides.
  return hint === "in" ? "in" : null;
}

/** Joins surplus cells to the last column, because some banks write text with delimiters but without quotes. */
function joinLast(cells: readonly string[], columns: Columns, delimiter: string) {
  const isTooWide = cells.slice(columns.length).some(Boolean);
  if (!isTooWide || columns.at(-1) !== "text") return { cells, isTooWide };
  const last = columns.length - 1;
  return {
    cells: [...cells.slice(0, last), cells.slice(last).join(`${delimiter} `)],
    isTooWide: false,
  };
}

function announcesScheduled(heading: string): boolean {
  const words = foldText(heading);
  return /\bfuturos?\b|\bagendad|\bagendamento/.test(words) && !/\b(?:nao|sem)\b/.test(words);
}
