import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { cleanText, decodeText } from "./decode-text.ts";
import { type Entry, type FileContent, leaveOut } from "./judge-row.ts";
import { readCsv } from "./read-csv.ts";
import { isOfx, readOfx } from "./read-ofx.ts";
import { areComplete, readRows } from "./read-rows.ts";
import type {
  ColumnKind,
  Direction,
  DirectionGroup,
  LeftOut,
  StatementAnswers,
  StatementLine,
  StatementReading,
  StatementTable,
} from "./statement-reading.ts";

/** Maximum file size, about ten times the statement of a busy account for a month. */
export const maximumStatementBytes = 10 * 1024 * 1024;

/**
 * Reads an OFX (1 or 2) or CSV file in the browser, so that no server receives texts about other people. If the result
 * asks a question (`StatementReading`), the caller reads the file again with the answers.
 */
export function readBankFile(
  bytes: Uint8Array<ArrayBuffer>,
  answers: StatementAnswers = {},
  today = todayInBrasilia(),
): StatementReading {
  if (bytes.byteLength === 0) return refuse("O arquivo está vazio.");
  if (bytes.byteLength > maximumStatementBytes) {
    return refuse("O arquivo passa de 10 MB. Exporte um período menor.");
  }
  const text = decodeText(bytes);
  const other = otherFormat(text);
  if (other) return refuse(`${other}. Exporte o extrato em OFX ou CSV.`);
  return isOfx(text) ? readOfxFile(text, answers, today) : readCsvFile(text, answers, today);
}

function refuse(message: string): StatementReading {
  return { kind: "refused", message };
}

function otherFormat(text: string): string | null {
  if (text.startsWith("%PDF-")) return "O arquivo é um PDF";
  if (text.startsWith("PK\u0003\u0004") || text.startsWith("ÐÏ\u0011à")) {
    return "O arquivo é uma planilha do Excel";
  }
  if (/^\s{0,99}<(?:!doctype html|html|table)\b/i.test(text))
    return "O arquivo é uma página da internet";
  return text.includes("\u0000") ? "O arquivo não é um extrato OFX ou CSV" : null;
}

function readOfxFile(text: string, answers: StatementAnswers, today: string): StatementReading {
  const content = readOfx(text, today);
  if (!content) return refuse("O arquivo OFX não tem uma lista de lançamentos.");
  const problem = problemOfAll(content);
  return problem
    ? refuse(`Nenhum lançamento pôde ser lido. ${problem}`)
    : answer(content, null, answers);
}

function readCsvFile(text: string, answers: StatementAnswers, today: string): StatementReading {
  const csv = readCsv(text);
  if (!csv) {
    return refuse(
      "O arquivo não é um extrato OFX ou CSV: não há uma tabela com data, valor e descrição.",
    );
  }
  const columns = csv.titles.map(
    (_title, index): ColumnKind => (answers.columns ?? csv.guess.columns)[index] ?? null,
  );
  const table: StatementTable = {
    header: csv.titles
      .map((title) => title.toLowerCase())
      .join(";")
      .slice(0, 2000),
    titles: csv.titles,
    line: csv.line,
    columns,
    sample: csv.rows.find(({ cells }) => cells.filter(Boolean).length >= 3)?.cells ?? [],
  };
  const ask = (problem: string): StatementReading => ({
    kind: "columns",
    account: csv.account || (answers.account ?? ""),
    table,
    problem,
  });
  if (!answers.columns && !csv.guess.isSure) return ask("");
  if (!areComplete(columns)) return ask("Diga quais colunas são a data, o valor e a descrição.");
  const content = readRows(csv, columns, today);
  const problem = problemOfAll(content);
  return problem ? ask(problem) : answer(content, table, answers);
}

/** Returns the first problem of a file in which no row can be read; "" for other files. */
function problemOfAll({ entries, leftOut }: FileContent): string {
  const isNothing = ({ reason }: LeftOut) => reason === "note" || reason === "blank";
  const rows = leftOut.filter((row) => !isNothing(row));
  if (entries.length > 0 || rows.some(({ reason }) => reason !== "unreadable")) return "";
  return rows[0]?.problem ?? "";
}

/** Applies the answers about account and directions, and numbers the lines. */
function answer(
  { entries, leftOut, account, isCutOff }: FileContent,
  table: StatementTable | null,
  answers: StatementAnswers,
): StatementReading {
  const answered = cleanText(answers.account ?? "")
    .slice(0, 100)
    .trim();
  const named = entries.map((entry) => ({ ...entry, account: entry.account || answered }));
  const accounts = [...new Set(named.map((entry) => entry.account))];
  // When at least one line has no account, `shown` is empty, so that a person is asked for the account.
  const shown = accounts.includes("") ? "" : accounts.join(", ") || account || answered;
  const groups = groupUnclear(named).filter(({ key }) => !answers.directions?.[key]);
  if (groups.length > 0) return { kind: "directions", account: shown, table, leftOut, groups };

  const lines: StatementLine[] = [];
  const left: LeftOut[] = [];
  for (const entry of named) {
    const { direction, written: _written, hint: _hint, ...line } = entry;
    const decided = direction ?? answers.directions?.[keyOf(entry)] ?? "leave";
    if (decided === "leave") left.push(...leaveEntry(entry));
    else lines.push({ ...line, place: lines.length + 1, direction: decided });
  }
  return {
    kind: "lines",
    account: shown,
    table,
    lines,
    leftOut: [...leftOut, ...left].toSorted((one, other) => one.line - other.line),
    isCutOff,
  };
}

/** Leaves out a movement together with the rows that continue it. */
function leaveEntry({ line, below, text }: Entry): LeftOut[] {
  return [line, ...below].map((number) => leaveOut(number, text, "direction"));
}

const keyOf = ({ written, hint }: { written: string; hint: Direction | null }) =>
  `${written} ${hint ?? "?"}`;

/** Groups the movements without a direction by the file's word (`written`) and the suggested direction (`hint`). */
function groupUnclear(entries: readonly Entry[]): DirectionGroup[] {
  const groups = Map.groupBy(
    entries.filter(({ direction }) => direction === null),
    keyOf,
  );
  return Array.from(groups, ([key, found]) => ({
    key,
    written: found[0]?.written ?? "",
    hint: found[0]?.hint ?? null,
    lines: found.map(({ direction: _direction, written: _written, hint: _hint, ...line }) => line),
  }));
}
