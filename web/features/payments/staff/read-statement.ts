import Papa from "papaparse";
import { parseMoney } from "#contracts/fields/money.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";

/** Credit in the shape that the database accepts. */
export interface Credit {
  /** Bank account, which tells equal lines of different accounts apart. */
  account: string;
  /** Bank's own id of the credit, if there is one. */
  id?: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Reais and cents, 1234.56. */
  amount: string;
  text: string;
}

/** Meaning of a CSV column; null when the column does not matter here. */
export type ColumnKind = "date" | "amount" | "text" | null;

/** Rules for reading the CSV files of one bank. */
export interface StatementLayout {
  account: string;
  columns: readonly ColumnKind[];
}

interface CsvRow {
  /** Line number in the file, from 1. */
  line: number;
  cells: readonly string[];
}

/** CSV whose columns nobody has explained yet. */
export interface CsvTable {
  kind: "csv";
  /** Header by which files of the same bank are recognised. */
  header: string;
  titles: readonly string[];
  rows: readonly CsvRow[];
}

/** OFX statement, which needs no explanation of its fields. */
export interface OfxStatement {
  kind: "ofx";
  credits: readonly Credit[];
}

/** Reason in Portuguese why a file cannot be read, with the line number if there is one. */
export class StatementFailure extends Error {}

/** Largest file that a browser reads at once. A month of a busy account is a tenth of it. */
export const maximumStatementBytes = 10 * 1024 * 1024;
const maximumText = 500;

/**
 * Reads an OFX (1 or 2) or CSV file, in UTF-8 or Windows-1252. This happens in the browser, so that
 * text about other people never leaves it and no service can hang. @throws StatementFailure
 */
export function readStatement(bytes: Uint8Array<ArrayBuffer>): OfxStatement | CsvTable {
  if (bytes.byteLength === 0) throw new StatementFailure("O arquivo está vazio.");
  if (bytes.byteLength > maximumStatementBytes) {
    throw new StatementFailure("O arquivo passa de 10 MB. Exporte um período menor.");
  }
  const text = decode(bytes);
  if (text.includes("\u0000")) throw new StatementFailure("O arquivo não é um extrato OFX ou CSV.");
  return /<OFX\b/i.test(text.slice(0, 10_000))
    ? { kind: "ofx", credits: readOfx(text) }
    : readCsv(text);
}

function decode(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Reads the credits of an OFX. SGML omits the end tags of values, XML does not. */
function readOfx(text: string): Credit[] {
  const credits: Credit[] = [];
  let account: Record<string, string> = {};
  let entry: { line: number; values: Record<string, string> } | null = null;
  let line = 1;
  let counted = 0;
  for (const { 1: slash, 2: rawName = "", 3: rawValue = "", index } of text.matchAll(
    /<(\/?)([A-Za-z0-9.]{1,40})>([^<]*)/g,
  )) {
    for (; counted < index; counted++) if (text[counted] === "\n") line++;
    const name = rawName.toUpperCase();
    if (name === "STMTTRN") {
      if (slash && entry) credits.push(...readEntry(entry, accountOf(account)));
      else if (slash || entry)
        throw at(entry?.line ?? line, "o lançamento não começa nem termina onde devia.");
      entry = slash ? null : { line, values: {} };
    } else if (name === "BANKACCTFROM" && !slash) {
      account = {};
    } else if (!slash) {
      const value = decodeEntities(rawValue).trim();
      if (value) (entry?.values ?? account)[name] ??= value;
    }
  }
  if (entry)
    throw at(entry.line, "o lançamento não termina. O arquivo pode ter chegado pela metade.");
  if (!/<\/OFX>/i.test(text.slice(-2000))) {
    throw new StatementFailure("O extrato não termina. O arquivo pode ter chegado pela metade.");
  }
  return credits;
}

const accountOf = ({ BANKID = "", BRANCHID = "", ACCTID = "" }: Record<string, string>) =>
  cleanText(`${BANKID} ${BRANCHID} ${ACCTID}`).slice(0, 100) || "conta sem número";

function readEntry(
  { line, values }: { line: number; values: Record<string, string> },
  account: string,
): Credit[] {
  const { DTPOSTED = "", TRNAMT = "", TRNTYPE = "", FITID = "", NAME = "", MEMO = "" } = values;
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(DTPOSTED) ?? [];
  const date = readDay(`${year}-${month}-${day}`, line, DTPOSTED);
  const amount = readAmount(TRNAMT, line);
  // Some banks write a debit without its sign.
  if (amount === null || TRNTYPE.toUpperCase() === "DEBIT") return [];
  const text = cleanText(MEMO.includes(NAME) ? MEMO : `${NAME} ${MEMO}`);
  return [{ account, ...(FITID && { id: FITID.slice(0, 255) }), day: date, amount, text }];
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(amp|lt|gt|nbsp|quot|apos);/g,
    (_all, name: string) => entities[name] ?? "",
  );
}

/** Reads the rows of a CSV below its titles. Banks write other lines above the titles. */
function readCsv(text: string): CsvTable {
  const delimiter = findDelimiter(text);
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter });
  const rows: CsvRow[] = [];
  let line = 1;
  for (const cells of data) {
    rows.push({ line, cells: cells.map((cell) => cell.trim()) });
    line += 1 + cells.join("").split("\n").length - 1;
  }
  const [broken] = errors.filter(({ type }) => type === "Quotes");
  if (broken) throw at(rows[broken.row ?? 0]?.line ?? 1, "há aspas que não fecham.");
  const named = rows.slice(0, 50).findIndex(({ cells }) => {
    const kinds = guessColumns({ titles: cells });
    return kinds.includes("date") && kinds.includes("amount");
  });
  const first =
    named < 0 ? rows.findIndex(({ cells }) => cells.filter(Boolean).length >= 3) : named;
  const head = rows[first];
  if (!head)
    throw new StatementFailure(
      "O arquivo não é um extrato OFX ou CSV: não há uma tabela com data, valor e descrição.",
    );
  const hasTitles = !head.cells.some((cell) => dayOf(cell) !== null);
  const titles = hasTitles ? head.cells : head.cells.map((_cell, index) => `Coluna ${index + 1}`);
  if (titles.length > 60) throw at(head.line, "há colunas demais.");
  return {
    kind: "csv",
    header: titles
      .map((title) => title.toLowerCase())
      .join(";")
      .slice(0, 2000),
    titles,
    rows: rows.slice(hasTitles ? first + 1 : first),
  };
}

/** Returns the delimiter of most lines. The comma comes last, because amounts have commas, too. */
function findDelimiter(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split("\n", 200)
    .filter((line) => line.trim());
  const parted = (mark: string) => lines.filter((line) => line.split(mark, 3).length === 3).length;
  return [";", "\t"].find((mark) => parted(mark) * 2 >= lines.length) ?? ",";
}

/** Guesses the columns from their titles. The person who brought the file checks the guess. */
export function guessColumns({ titles }: Pick<CsvTable, "titles">): ColumnKind[] {
  const kinds = titles.map((title): ColumnKind => {
    if (/^data|date/i.test(title)) return "date";
    if (/valor|quantia|cr[eé]dito|amount/i.test(title)) return "amount";
    return /hist|descri|memo|detalhe|txid|identificador|nome|lan[cç]amento/i.test(title)
      ? "text"
      : null;
  });
  // Only the first column of each kind counts. The others are other days and the balance.
  return kinds.map((kind, index) =>
    kind === "text" || kinds.indexOf(kind) === index ? kind : null,
  );
}

/**
 * Reads the credits of a CSV. Skips rows without an amount; all other rows must be complete.
 * @throws StatementFailure
 */
export function readCredits(table: CsvTable, { account, columns }: StatementLayout): Credit[] {
  const date = columns.indexOf("date");
  const amountAt = columns.indexOf("amount");
  if (date < 0 || amountAt < 0 || !columns.includes("text") || !account.trim()) {
    throw new StatementFailure(
      "Diga o nome da conta e quais colunas são a data, o valor e a descrição.",
    );
  }
  return table.rows.flatMap(({ line, cells }) => {
    const written = cells[amountAt] ?? "";
    if (!written) return [];
    const day = readDay(dayOf(cells[date] ?? "") ?? "", line, cells[date] ?? "");
    const amount = readAmount(written, line);
    if (amount === null) return [];
    const text = cleanText(cells.filter((_cell, index) => columns[index] === "text").join(" "));
    return [{ account: account.trim(), day, amount, text }];
  });
}

/** Converts a day in a bank's notation to YYYY-MM-DD and drops the time; null when it is no day. */
function dayOf(written: string): string | null {
  const [date = ""] = written.split(/[T ]/, 1);
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(date) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

function readDay(day: string, line: number, written: string): string {
  const moment = new Date(`${day}T00:00:00Z`);
  // JavaScript turns 31 February into a day in March, which differs from the written day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) {
    throw at(line, written ? `“${written.slice(0, 30)}” não é uma data.` : "falta a data.");
  }
  if (day < "2000-01-01") throw at(line, `a data ${formatShortDate(day)} é antiga demais.`);
  if (day > todayInBrasilia()) throw at(line, `a data ${formatShortDate(day)} ainda não chegou.`);
  return day;
}

const amountPattern =
  /^(?<open>\()?\s*(?<sign>[+-])?\s*(?:R\$|BRL)?\s*(?<inner>[+-])?\s*(?<money>\d[\d.,' ]*)(?<end>[+-]|[CD])?\s*\)?$/i;

/** Returns a received amount as 1234.56; null for a debit or an empty text. */
function readAmount(written: string, line: number): string | null {
  const plain = written.trim().replace("\u2212", "-");
  // Banks write a sign on either side, brackets, or C and D for credit and debit.
  const found = plain.length > 40 ? undefined : amountPattern.exec(plain)?.groups;
  const amount = parseMoney(found?.["money"] ?? "");
  if (Number.isNaN(amount) || amount > 9_999_999_999.99 || Number(amount.toFixed(2)) !== amount) {
    throw at(line, `“${written.slice(0, 30)}” não é um valor em reais.`);
  }
  const marks = [found?.["open"], found?.["sign"], found?.["inner"], found?.["end"]?.toUpperCase()];
  const goesOut = marks.some((mark) => mark === "(" || mark === "-" || mark === "D");
  return goesOut || amount === 0 ? null : amount.toFixed(2);
}

/** Returns the text in one line, cut to the length that is stored. */
function cleanText(text: string): string {
  return Array.from(
    text
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 4 * maximumText),
  )
    .slice(0, maximumText)
    .join("")
    .toWellFormed();
}

function at(line: number, problem: string): StatementFailure {
  return new StatementFailure(`Linha ${line}: ${problem}`);
}
