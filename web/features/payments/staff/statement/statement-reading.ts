/** Direction of money, seen from the account. */
export type Direction = "in" | "out";

/** Meaning of a CSV column; null when the column does not matter here. `in` and `out` are two amount columns. */
export type ColumnKind =
  | "date"
  | "amount"
  | "in"
  | "out"
  | "direction"
  | "text"
  | "id"
  | "account"
  | null;

/** Movement in a bank statement. */
export interface StatementLine {
  /** Position among all lines of the file, incoming and outgoing, from 1. The server counts in the same way. */
  place: number;
  /** Line number in the file, from 1. */
  line: number;
  /** Line numbers of the rows below that continue the text. */
  below: readonly number[];
  /** Bank account; "" until somebody names it. */
  account: string;
  /** YYYY-MM-DD, in Brasília. */
  day: string;
  /** Reais and cents without a sign, 1234.56. */
  amount: string;
  direction: Direction;
  /** Bank's own id of the movement, or "". */
  id: string;
  /** At most 500 characters. */
  text: string;
}

/**
 * Reason why a row is no movement of the account. `note`: titles, headings and footnotes. `direction`: a person left
 * out an amount whose direction the file does not state. `unreadable`: `problem` says in Portuguese what is wrong.
 */
export type LeftOutReason =
  | "balance"
  | "total"
  | "scheduled"
  | "blank"
  | "zero"
  | "note"
  | "direction"
  | "unreadable";

/** Row of the file that does not become a line. */
export interface LeftOut {
  line: number;
  /** Row as the file has it, in one line of at most 500 characters. */
  text: string;
  reason: LeftOutReason;
  /** Sentence for people about an unreadable row; "" for the other reasons. */
  problem: string;
}

/** Table of a CSV file. */
export interface StatementTable {
  /** Titles in small letters, by which the server keeps the columns of this bank's files. */
  header: string;
  titles: readonly string[];
  /** Line number of the titles. The lines above it are the file's heading. 0 for a file without titles. */
  line: number;
  /** Columns that were used: the given ones, otherwise a guess. */
  columns: readonly ColumnKind[];
  /** Cells of the first full row, as an example for each column. */
  sample: readonly string[];
}

/** Amounts without a sign that only a person can tell to be received or paid. */
export interface DirectionGroup {
  /** Key of the answer in `StatementAnswers.directions`. */
  key: string;
  /** Word of the file in place of a direction, for example the OFX type OTHER; "" when there is none. */
  written: string;
  /** Direction that the words suggest; null when they suggest none. */
  hint: Direction | null;
  lines: readonly Omit<StatementLine, "place" | "direction">[];
}

/** Answers of a person about one file. They are given step by step, and the file is read anew with each. */
export interface StatementAnswers {
  /** Columns of a CSV, kept on the server by header. They replace the guess. */
  columns?: readonly ColumnKind[] | undefined;
  /** Account of a file that does not name one. */
  account?: string | undefined;
  /** Direction of each group of rows whose direction the file does not say; `leave` leaves the group out. */
  directions?: Readonly<Record<string, Direction | "leave">> | undefined;
}

/** Parts that all readings of a file have, as far as the file could be read. */
interface ReadSoFar {
  /** Account that the file names, or the answered one; "" when neither exists, and then a person names it. */
  account: string;
  /** Null for an OFX. */
  table: StatementTable | null;
  leftOut: readonly LeftOut[];
}

/**
 * Result of reading a file.
 *
 * - `lines`: each row below the titles (each entry of an OFX) is exactly once in `lines`, in `below` of a line or in
 *   `leftOut`. There may be no line. `account` is "" when the file names none: a person names it before booking.
 *   `isCutOff` means that the file ends in the middle.
 * - `columns`: a CSV whose columns the guess does not find, or whose given columns do not fit (`problem` says why).
 * - `directions`: at least one group has no answer yet.
 * - `refused`: nothing in the file can be read. `message` is a Portuguese sentence.
 */
export type StatementReading =
  | ({ kind: "lines"; lines: readonly StatementLine[]; isCutOff: boolean } & ReadSoFar)
  | { kind: "columns"; account: string; table: StatementTable; problem: string }
  | ({ kind: "directions"; groups: readonly DirectionGroup[] } & ReadSoFar)
  | { kind: "refused"; message: string };

/** Returns the lines in the JSON that `preview_statement` and `book_statement` take, in the order of their places. */
export function toStatementJson(lines: readonly StatementLine[]) {
  return lines.map(({ account, day, amount, direction, id, text }) => ({
    account,
    day,
    amount,
    direction,
    id,
    text,
  }));
}
