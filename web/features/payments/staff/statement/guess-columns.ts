import { foldText } from "./decode-text.ts";
import { directionOfCell } from "./judge-row.ts";
import { readAmount } from "./read-amount.ts";
import { isZeroDay, readDay } from "./read-day.ts";
import type { ColumnKind } from "./statement-reading.ts";

type Cells = readonly string[];

/** Meaning of a column as its title suggests. `both` is a title that names credit and debit. */
type TitleKind = NonNullable<ColumnKind> | "balance" | "both" | "document" | null;

const credit = /cred|entrada|receb|deposit/;
const debit = /deb|saida|pagamento|retirada/;

function kindOfTitle(title: string): TitleKind {
  const words = foldText(title).replaceAll("_", " ");
  if (/\bsaldo|balance/.test(words)) return "balance";
  if (/^(?:data|dt|dia)\b|\bdate\b/.test(words)) return "date";
  if (credit.test(words) && debit.test(words)) return "both";
  if (/^(?:d ?\/ ?c|c ?\/ ?d|dc|cd|sinal|natureza)\b/.test(words)) return "direction";
  // A column "Tipo" contains the direction at Banco do Brasil, but a description at Mercado Pago.
  if (/^tipo\b|\btype$/.test(words)) return null;
  if (
    /^(?:identificador|id|uuid)\b|\b(?:reference|transaction|source) id\b|^codigo da transacao|end ?to ?end/.test(
      words,
    )
  ) {
    return "id";
  }
  if (/^(?:n\S{0,3} ?(?:do )?)?doc/.test(words)) return "document";
  if (/^(?:conta|account)\b(?! contabil)/.test(words)) return "account";
  if (credit.test(words)) return "in";
  if (debit.test(words)) return "out";
  if (/\b(?:valor|vlr|quantia|montante|amount)\b/.test(words)) return "amount";
  return /hist|descri|memo|detalhe|txid|nome|lancamento|titulo|title|observ|favorecido|remetente|complemento|mensagem|payee|contraparte/.test(
    words,
  )
    ? "text"
    : null;
}

export const isDay = (cell: string) => readDay(cell) !== null;

/** Returns true for an amount with cents. A number without cents is probably a document number. */
export function isMoney(cell: string): boolean {
  return /[.,]\d{2}\D*$/.test(cell.slice(0, 60)) && readAmount(cell) !== null;
}

/** Returns true for a row of titles. It has a title for the date, a title for an amount, and no dates or amounts. */
export function isTitles(cells: Cells): boolean {
  if (cells.length < 2 || cells.length > 100 || cells.some(startsWithDigit)) return false;
  if (cells.some((cell) => isDay(cell) || isMoney(cell))) return false;
  const kinds = cells.map(kindOfTitle);
  const hasAmount = kinds.some((kind) => kind === "amount" || kind === "in" || kind === "out");
  return kinds.includes("date") && hasAmount;
}

// Rejects most rows with values before the slow checks for dates and amounts.
const startsWithDigit = (cell: string) => /^\d/.test(cell);

/** Guessed columns of a table. `isSure` is false when a person must confirm the guess. */
export interface ColumnGuess {
  columns: ColumnKind[];
  isSure: boolean;
}

/** Guesses the columns from their titles and values. In a file without titles, `titles` contains empty texts. */
export function guessColumns(titles: Cells, rows: readonly Cells[]): ColumnGuess {
  // Only rows with a day are used. Totals and notes would distort the guess, because their cells contain other data.
  const movements = rows
    .filter((cells) => cells.some((cell) => isDay(cell) && !isZeroDay(cell)))
    .slice(0, 200);
  const valuesAt = titles.map((_title, index) =>
    movements.map((cells) => cells[index] ?? "").filter(Boolean),
  );
  const kinds = titles.map((title, index) =>
    kindOfColumn(kindOfTitle(title), valuesAt[index] ?? []),
  );
  const find = (wanted: ValueKind) =>
    kinds.flatMap((kind, index) => (kind === wanted ? [index] : []));
  const columns = titles.map((): ColumnKind => null);
  const take = (kind: ColumnKind, found: readonly number[]) => {
    for (const index of found) columns[index] = kind;
  };

  for (const kind of ["date", "direction", "id", "account"] as const) {
    take(kind, find(kind).slice(0, 1));
  }
  take("text", find("text").length > 0 ? find("text") : find("words"));
  const [ins, outs] = [find("in"), find("out")];
  const isPair = ins.length === 1 && outs.length === 1;
  const amounts = isPair ? [] : [...find("amount"), ...ins, ...outs].toSorted((a, b) => a - b);
  if (isPair) {
    take("in", ins);
    take("out", outs);
  } else {
    for (const index of amounts.slice(0, 1)) columns[index] = kindOfAmount(kinds[index]);
  }
  const hasTwo = isPair && find("amount").length > 0;
  return {
    columns,
    isSure:
      columns.includes("date") &&
      columns.includes("text") &&
      !hasTwo &&
      (isPair || (amounts.length === 1 && outs.length === 0)),
  };
}

const kindOfAmount = (kind: ValueKind | undefined) =>
  kind === "in" || kind === "out" ? kind : "amount";

/** Meaning of a column by its title and values. `words` means text below an unknown title. */
type ValueKind = ColumnKind | "words";

function kindOfColumn(title: TitleKind, values: readonly string[]): ValueKind {
  if (title === "balance" || title === "document") return null;
  if (values.length === 0) return title === "both" || title === "account" ? null : title;
  const most = (test: (value: string) => boolean) => values.filter(test).length * 2 > values.length;
  const all = (test: (value: string) => boolean) => values.every(test);
  if (title === "amount" || title === "text") return title;
  if (title === "date" || (title === null && most(isDay))) return most(isDay) ? "date" : null;
  if (all(isDirection) || (title === "direction" && values.some(isDirection))) return "direction";
  if (title === "id") return values.some(hasTxid) ? "text" : "id";
  if (title === "account" && all((value) => /^\d[\d./ -]*[\dx]?$/i.test(value))) return "account";
  const areAmounts = values.some((value) => readAmount(value, ",") !== null);
  if (title === "both" && areAmounts) return "amount";
  if ((title === "in" || title === "out") && areAmounts) return title;
  if (title === null && most(isMoney)) return "amount";
  return values.some((value) => /\p{L}{2}/u.test(value)) ? "words" : null;
}

const isDirection = (value: string) => directionOfCell(value) !== null;

/** Returns true for a value with a contract's txid (id in a Pix payment). The server looks for the txid in the text. */
const hasTxid = (value: string) => /PF-?20\d{2}-?[0-9A-F]{10}/i.test(value);
