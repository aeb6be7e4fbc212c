/** Direction of a payment: into the bank account or out of it. */
export type Direction = "in" | "out";

/**
 * Meaning of a CSV column; null for an unused column. `in` and `out` are separate columns for received and paid
 * amounts.
 */
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
  /** Bank account; "" until a person names the account. */
  account: string;
  /** Day in Brasília, as YYYY-MM-DD. */
  day: string;
  /** Reais and cents without a sign, 1234.56. */
  amount: string;
  direction: Direction;
  /** Bank's own id of the movement, or "". */
  id: string;
  /** Text of the movement, at most 500 characters. */
  text: string;
}

/**
 * Reason why a row is not imported. `note` is a title, heading or footnote; a `direction` row was left out by a person,
 * because the file does not state the direction.
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

/** Row of the file that does not become a `StatementLine`. */
export interface LeftOut {
  line: number;
  /** Text of the row in one line, at most 500 characters. */
  text: string;
  reason: LeftOutReason;
  /** Portuguese message about an unreadable row; "" for the other reasons. */
  problem: string;
}

/** Table of a CSV file. */
export interface StatementTable {
  /** Titles in small letters. The server stores the columns of a bank's files under this text. */
  header: string;
  titles: readonly string[];
  /** Line number of the titles; 0 for a file without titles. The lines above the titles are the file's heading. */
  line: number;
  /** Columns with which the file was read: the given columns, or else guessed columns. */
  columns: readonly ColumnKind[];
  /** Cells of the first row with at least three values, as an example for each column. */
  sample: readonly string[];
}

/** Movements whose direction the file does not state. A person chooses one direction for the whole group. */
export interface DirectionGroup {
  /** Key of the answer in `StatementAnswers.directions`. */
  key: string;
  /** Word in the file's field for the direction, such as the OFX type OTHER; "" for an empty or missing field. */
  written: string;
  /** Direction that the texts or the OFX type suggest; null without a suggestion. */
  hint: Direction | null;
  lines: readonly Omit<StatementLine, "place" | "direction">[];
}

/** Answers of a person about one file. The caller reads the file again after each answer. */
export interface StatementAnswers {
  /** Columns of a CSV file, which replace the guessed columns. The server stores the columns by header. */
  columns?: readonly ColumnKind[] | undefined;
  /** Account that staff entered, for a file that names none. */
  account?: string | undefined;
  /** Direction of each `DirectionGroup`, by its key. `leave` leaves the whole group out. */
  directions?: Readonly<Record<string, Direction | "leave">> | undefined;
}

/** Fields of the results `lines` and `directions`. */
interface ReadSoFar {
  /** Account from the file or from an answer; "" until a person names the account. */
  account: string;
  /** Table of a CSV file; null for an OFX file. */
  table: StatementTable | null;
  leftOut: readonly LeftOut[];
}

/**
 * Result of reading a file.
 *
 * - `lines`: each row below the titles (each entry of an OFX file) is exactly once in `lines`, in `below` of a line, or
 *   in `leftOut`. `lines` may be empty. `isCutOff` is true for a truncated file.
 * - `columns`: the columns of a CSV file are unknown or do not fit. `problem` describes the error, or is "".
 * - `directions`: at least one group has no answer yet.
 * - `refused`: nothing in the file can be read. `message` is a Portuguese sentence.
 */
export type StatementReading =
  | ({ kind: "lines"; lines: readonly StatementLine[]; isCutOff: boolean } & ReadSoFar)
  | { kind: "columns"; account: string; table: StatementTable; problem: string }
  | ({ kind: "directions"; groups: readonly DirectionGroup[] } & ReadSoFar)
  | { kind: "refused"; message: string };

/** Returns the lines as the JSON argument of `preview_statement` and `book_statement`. */
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
