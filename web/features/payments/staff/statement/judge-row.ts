import { formatShortDate } from "#contracts/fields/formats.ts";
import { cleanText, foldText } from "./decode-text.ts";
import { oldestDay } from "./read-day.ts";
import type { Direction, LeftOut, LeftOutReason, StatementLine } from "./statement-reading.ts";

/** Movement as read from the file, before a person states a missing direction. */
export interface Entry extends Omit<StatementLine, "place" | "direction" | "below"> {
  below: number[];
  /** Null when the file does not state the direction. */
  direction: Direction | null;
  /** Word in the file's field for the direction, such as the OFX type OTHER; "" for an empty or missing field. */
  written: string;
  /** Direction that the text or the OFX type suggests; null without a suggestion. */
  hint: Direction | null;
}

/** Rows of a file, divided into movements and left-out rows. */
export interface FileContent {
  entries: Entry[];
  leftOut: LeftOut[];
  /** Account that the heading names, or "". */
  account: string;
  /** True when the file is truncated. */
  isCutOff: boolean;
}

// Matches the balance lines that banks write. "Saldo" alone is not enough, because a payer may write "Saldo do
// aluguel".
const balance =
  /^(?:\(?[+=-]\)?)? ?(?:saldos?|sdo)(?:$|[ .:-]*(?:$|\d|anterior|inicial|final|atual|parcial|total|disponivel|disp\b|bloq|provisorio|devedor$|dia\b|do dia|do mes|do periodo|em\b|ate\b|na data|da conta|de conta|de abertura|de fechamento|conta|cta|c\/c|aplic|apl\b|invest|poup|limite|r\$))|^(?:opening|closing|initial|final|ledger|available) balance/;
const dayTotal =
  /^(?:sub ?)?tota(?:l|is)(?: (?:geral|do dia|do mes|do periodo|d[eo]s? (?:creditos?|debitos?|entradas?|saidas?|lancamentos?)))?[ :.]*$/;
const anyTotal = /^(?:sub ?)?tota(?:l|is)\b/;
const scheduled = /^(?:agendamentos?|agendad[oa]s?|lanc(?:amentos?)?\.? futuros?|previst[oa]s?)\b/;

/** Recognises rows that are not movements by their first words. Returns null for other rows. */
export function judgeWords(text: string): "balance" | "total" | "scheduled" | null {
  const folded = foldText(text);
  // Banco do Brasil spaces the letters: S A L D O.
  const words = /^(?:\p{L} )+\p{L}$/u.test(folded) ? folded.replaceAll(" ", "") : folded;
  if (balance.test(words)) return "balance";
  if (dayTotal.test(words)) return "total";
  return scheduled.test(words) ? "scheduled" : null;
}

/**
 * Returns true for a text that begins with "Total". Callers check only rows without a day: a row with a day may be a
 * payment to a shop of this name.
 */
export function isTotal(text: string): boolean {
  return anyTotal.test(foldText(text));
}

/** Returns the reason why a row with this day and amount is not imported; null when the row is a movement. */
export function judgeValues(
  line: number,
  text: string,
  { day, amount, today }: { day: string; amount: string; today: string },
): LeftOut | null {
  if (day > today) return leaveOut(line, text, "scheduled");
  if (day < oldestDay) {
    return leaveUnread(line, text, `a data ${formatShortDate(day)} é antiga demais.`);
  }
  return amount === "0.00" ? leaveOut(line, text, "zero") : null;
}

export function leaveOut(
  line: number,
  text: string,
  reason: Exclude<LeftOutReason, "unreadable">,
): LeftOut {
  return { line, text: cleanText(text), reason, problem: "" };
}

/** Returns a `LeftOut` row that could not be read. `problem` completes the message that begins with the line number. */
export function leaveUnread(line: number, text: string, problem: string): LeftOut {
  return {
    line,
    text: cleanText(text),
    reason: "unreadable",
    problem: `Linha ${line}: ${problem}`,
  };
}

export function noDay(written: string): string {
  return written ? `“${cleanText(written).slice(0, 30)}” não é uma data.` : "falta a data.";
}

export function noAmount(written: string): string {
  return written
    ? `“${cleanText(written).slice(0, 30)}” não é um valor em reais.`
    : "falta o valor.";
}

const received = /\b(?:receb\w*|cred(?:ito)?s?|deposit\w*|dep|entradas?)\b/;
const sent =
  /\b(?:enviad[oa]s?|envio|deb(?:ito)?s?|saidas?|saques?|tar|tarifas?|pag|pgto|pagto|pagamentos?|pag[oa]|compras?|devol\w*|dev|estorn\w*|iof|transf\w* para)\b/;

/** Returns the direction that a movement's text suggests; null when it suggests none or both. */
export function directionOfText(text: string): Direction | null {
  const words = foldText(text);
  const isIn = received.test(words);
  if (isIn === sent.test(words)) return null;
  return isIn ? "in" : "out";
}

const directionWords: Readonly<Record<Direction, readonly string[]>> = {
  in: "c,cr,cred,credito,credit,e,entrada,in,recebido,recebida,recebimento,+".split(","),
  out: "d,db,dr,deb,debito,debit,s,saida,out,enviado,enviada,envio,pago,pagamento,-".split(","),
};

/** Returns the direction of a cell that contains only a direction; null for other cells. */
export function directionOfCell(cell: string): Direction | null {
  if (cell.length > 30) return null;
  const word = foldText(cell)
    .replace(/[().*]/g, "")
    .trim();
  if (directionWords.in.includes(word)) return "in";
  return directionWords.out.includes(word) ? "out" : null;
}
