import Papa from "papaparse";
import { parseMoney } from "../../../supabase/functions/_shared/contracts/fields/money.ts";
import {
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";

/** One credit, as the database takes it. */
export interface Credit {
  /** Whose lines are told apart from those of other accounts. */
  account: string;
  /** The bank's own, where it has one. */
  id?: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Reais and cents, 1234.56. */
  amount: string;
  text: string;
}

/** What a column of a CSV says; null: nothing that matters here. */
export type ColumnKind = "date" | "amount" | "text" | null;

/** How the CSV files of one bank are read. */
export interface StatementLayout {
  account: string;
  columns: readonly ColumnKind[];
}

interface CsvRow {
  /** Of the file, from 1. */
  line: number;
  cells: readonly string[];
}

/** A CSV before anybody said what its columns are. */
export interface CsvTable {
  kind: "csv";
  /** By which files of the same bank are known again. */
  header: string;
  titles: readonly string[];
  rows: readonly CsvRow[];
}

/** An OFX says itself what is what. */
export interface OfxStatement {
  kind: "ofx";
  credits: readonly Credit[];
}

/** Why a file is no statement that can be read, in Portuguese, with the line where there is one. */
export class StatementFailure extends Error {}

/** What a browser reads in a moment; a month of a busy account is a tenth of it. */
export const maximumStatementBytes = 10 * 1024 * 1024;
const maximumText = 500;

/**
 * Reads the bytes of an OFX (1 or 2) or CSV file, in UTF-8 or Windows-1252. Here, in the browser of
 * whoever brings it: the words about everybody else in it stay there, and no service can hang on it.
 * @throws StatementFailure
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

/** The credits of an OFX. SGML leaves the end of a value out, XML does not: both are read alike. */
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

/** The rows of a CSV below its titles: what banks write above them is no table. */
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

/** What parts most lines at least twice, asked in this order: amounts have commas, too. */
function findDelimiter(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split("\n", 200)
    .filter((line) => line.trim());
  const parted = (mark: string) => lines.filter((line) => line.split(mark, 3).length === 3).length;
  return [";", "\t"].find((mark) => parted(mark) * 2 >= lines.length) ?? ",";
}

/** What the columns of a file most likely are, by their titles; whoever brought it looks at it. */
export function guessColumns({ titles }: Pick<CsvTable, "titles">): ColumnKind[] {
  const kinds = titles.map((title): ColumnKind => {
    if (/^data|date/i.test(title)) return "date";
    if (/valor|quantia|cr[eé]dito|amount/i.test(title)) return "amount";
    return /hist|descri|memo|detalhe|txid|identificador|nome|lan[cç]amento/i.test(title)
      ? "text"
      : null;
  });
  // The first of each: the others are days of something else, and the balance.
  return kinds.map((kind, index) =>
    kind === "text" || kinds.indexOf(kind) === index ? kind : null,
  );
}

/**
 * The credits of a CSV whose columns are known. A row without an amount says something else (a
 * balance, a title) and is passed over; one that has an amount has to be whole.
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

/** A day as banks write it, as YYYY-MM-DD; null for what is none. A time behind it is left out. */
function dayOf(written: string): string | null {
  const [date = ""] = written.split(/[T ]/, 1);
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(date) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

function readDay(day: string, line: number, written: string): string {
  const moment = new Date(`${day}T00:00:00Z`);
  // A thirty-first of February is a day in March, which is written otherwise.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) {
    throw at(line, written ? `“${written.slice(0, 30)}” não é uma data.` : "falta a data.");
  }
  if (day < "2000-01-01") throw at(line, `a data ${formatShortDate(day)} é antiga demais.`);
  if (day > todayInBrasilia()) throw at(line, `a data ${formatShortDate(day)} ainda não chegou.`);
  return day;
}

const amountPattern =
  /^(?<open>\()?\s*(?<sign>[+-])?\s*(?:R\$|BRL)?\s*(?<inner>[+-])?\s*(?<money>\d[\d.,' ]*)(?<end>[+-]|[CD])?\s*\)?$/i;

/** An amount that came in, as 1234.56; null for what went out, and for nothing. */
function readAmount(written: string, line: number): string | null {
  const plain = written.trim().replace("\u2212", "-");
  // A sign on either side, brackets, or the C and D of credit and debit.
  const found = plain.length > 40 ? undefined : amountPattern.exec(plain)?.groups;
  const amount = parseMoney(found?.["money"] ?? "");
  if (Number.isNaN(amount) || amount > 9_999_999_999.99 || Number(amount.toFixed(2)) !== amount) {
    throw at(line, `“${written.slice(0, 30)}” não é um valor em reais.`);
  }
  const marks = [found?.["open"], found?.["sign"], found?.["inner"], found?.["end"]?.toUpperCase()];
  const goesOut = marks.some((mark) => mark === "(" || mark === "-" || mark === "D");
  return goesOut || amount === 0 ? null : amount.toFixed(2);
}

/** In one line and no longer than is kept. */
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
