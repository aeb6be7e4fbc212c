import { cleanText, decodeEntities } from "./decode-text.ts";
import {
  type Entry,
  type FileContent,
  judgeValues,
  judgeWords,
  leaveOut,
  leaveUnread,
  noAmount,
  noDay,
} from "./judge-row.ts";
import { type AmountMark, findDecimalMark, readAmount } from "./read-amount.ts";
import { isZeroDay, readDay } from "./read-day.ts";
import type { Direction, LeftOut } from "./statement-reading.ts";

export function isOfx(text: string): boolean {
  return /<OFX\s*>/i.test(text.slice(0, 20_000));
}

/** Entry of an OFX file's list of movements, with unchecked values. */
interface Block {
  line: number;
  account: string;
  values: Values;
  /** False when the file ends in the middle of the entry. */
  isWhole: boolean;
}
type Values = Readonly<Partial<Record<string, string>>>;

/**
 * Reads the movements of an OFX file; null for a file without a list of movements. OFX 1 (SGML) omits the end tags of
 * values, and OFX 2 (XML) has these tags.
 */
export function readOfx(text: string, today: string): FileContent | null {
  const { blocks, hasList, isCutOff } = findBlocks(text);
  if (!hasList) return null;
  const decimal = findDecimalMark(blocks.map(({ values }) => values["TRNAMT"] ?? ""));
  const amounts = blocks.map(({ values }) => readAmount(values["TRNAMT"] ?? "", decimal));
  const withMinus = new Set<string>();
  for (const [index, { values }] of blocks.entries()) {
    const isMovement = judgeWords(descriptionOf(values)) === null;
    if (isMovement && isMinus(amounts[index]?.mark)) withMinus.add(typeOf(values));
  }
  const entries: Entry[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, { line, account, values, isWhole }] of blocks.entries()) {
    const { DTPOSTED = "", TRNAMT = "", FITID = "" } = values;
    const description = descriptionOf(values);
    const row = `${DTPOSTED} ${description} ${TRNAMT}`;
    const day = readDay(DTPOSTED);
    const amount = amounts[index] ?? null;
    const words = judgeWords(description);
    if (!isWhole) leftOut.push(leaveUnread(line, row, "o lançamento não termina."));
    else if (words) leftOut.push(leaveOut(line, row, words));
    else if (isZeroDay(DTPOSTED)) leftOut.push(leaveOut(line, row, "balance"));
    else if (day === null) leftOut.push(leaveUnread(line, row, noDay(DTPOSTED)));
    else if (amount === null) leftOut.push(leaveUnread(line, row, noAmount(TRNAMT)));
    else {
      const left = judgeValues(line, row, { day, amount: amount.amount, today });
      if (left) leftOut.push(left);
      else {
        entries.push({
          line,
          below: [],
          account,
          day,
          amount: amount.amount,
          id: FITID.slice(0, 255).toWellFormed(),
          text: description,
          direction: directionOf(typeOf(values), amount.mark, withMinus),
          written: typeOf(values).slice(0, 40),
          hint: hintOf(typeOf(values)),
        });
      }
    }
  }
  return { entries, leftOut, account: "", isCutOff };
}

const typeOf = (values: Values) => (values["TRNTYPE"] ?? "").toUpperCase();

// The types OTHER, XFER, INT and ATM are in neither list, because they can be incoming or outgoing.
const incomingTypes = "CREDIT,IN,DEP,DIRECTDEP,DIV".split(",");
const outgoingTypes = "DEBIT,OUT,FEE,SRVCHG,CHECK,PAYMENT,CASH,POS,DIRECTDEBIT,REPEATPMT".split(
  ",",
);

function hintOf(type: string): Direction | null {
  if (incomingTypes.includes(type)) return "in";
  return outgoingTypes.includes(type) ? "out" : null;
}

const isMinus = (mark: AmountMark | undefined) => mark === "-" || mark === "D";

/**
 * Returns the direction of an amount; null when the amount may be incoming or outgoing. `withMinus` contains the types
 * that have a minus at least once in this file.
 */
function directionOf(
  type: string,
  mark: AmountMark,
  withMinus: ReadonlySet<string>,
): Direction | null {
  if (isMinus(mark)) return "out";
  if (mark !== "") return type === "DEBIT" ? null : "in";
  if (type === "CREDIT") return "in";
  // Some banks write a debit without its sign.
  if (type === "DEBIT") return "out";
  // An amount without a sign is incoming when other amounts have a minus and its type means income, as in PagBank's
  // files.
  const isOpposite = withMinus.size > 0 && hintOf(type) === "in";
  return isOpposite || withMinus.has(type) ? "in" : null;
}

/** Joins name and memo. Many banks write the same text in both, and then the text is used once. */
function descriptionOf({ NAME = "", MEMO = "" }: Values): string {
  if (MEMO.includes(NAME)) return MEMO;
  return NAME.includes(MEMO) ? NAME : cleanText(`${NAME} ${MEMO}`);
}

/** Finds the entries (STMTTRN) in the file, each with its account. `isCutOff` is true when the file ends too early. */
function findBlocks(text: string) {
  const blocks: Block[] = [];
  let account = "";
  let accountFrom = -1;
  let entry: { line: number; from: number } | null = null;
  let hasList = false;
  let isOpen = false;
  let line = 1;
  let counted = 0;
  const close = (end: number, isWhole: boolean) => {
    if (entry) {
      const values = readValues(text.slice(entry.from, end));
      blocks.push({ line: entry.line, account, values, isWhole });
    }
    entry = null;
  };
  for (const found of text.matchAll(
    /<(\/?)(OFX|STMTTRN|BANKTRANLIST|BANKACCTFROM|CCACCTFROM)[ \t]{0,9}>/gi,
  )) {
    const [tag, slash, name = ""] = found;
    for (; counted < found.index; counted++) if (text[counted] === "\n") line++;
    const after = found.index + tag.length;
    if (accountFrom >= 0) account = accountOf(readValues(text.slice(accountFrom, found.index)));
    accountFrom = -1;
    if (/^STMTTRN$|^BANKTRANLIST$/i.test(name)) hasList = true;
    if (/ACCTFROM$/i.test(name)) {
      if (!slash) accountFrom = after;
      continue;
    }
    close(found.index, true);
    const isEntry = /^STMTTRN$/i.test(name);
    isOpen = !slash || isEntry;
    if (!slash && isEntry) entry = { line, from: after };
  }
  close(text.length, false);
  return { blocks, hasList, isCutOff: isOpen };
}

function accountOf({ BANKID = "", BRANCHID = "", ACCTID = "" }: Values): string {
  return cleanText(`${BANKID} ${BRANCHID} ${ACCTID}`).slice(0, 100).trim();
}

/** Tags that an entry or an account may contain. Other angle brackets belong to the text. */
const tagNames =
  "TRNTYPE,DTPOSTED,DTUSER,DTAVAIL,TRNAMT,FITID,CORRECTFITID,CORRECTACTION,SRVRTID,CHECKNUM,REFNUM,SIC,PAYEEID,NAME,EXTDNAME,MEMO,INV401KSOURCE,PAYEE,ADDR1,ADDR2,ADDR3,CITY,STATE,POSTALCODE,COUNTRY,PHONE,BANKACCTTO,CCACCTTO,CURRENCY,ORIGCURRENCY,CURRATE,CURSYM,BANKID,BRANCHID,ACCTID,ACCTTYPE,ACCTKEY";
const groupNames = new Set(["PAYEE", "BANKACCTTO", "CCACCTTO", "CURRENCY", "ORIGCURRENCY"]);
const tagPattern = new RegExp(`<(\\/?)(${tagNames.replaceAll(",", "|")})[ \\t]{0,9}(\\/?)>`, "gi");

/** Reads the values of an entry. If a name occurs twice, the first value counts. */
function readValues(block: string): Values {
  const tags = Array.from(
    block.matchAll(tagPattern),
    ({ 0: tag, 1: slash, 2: name = "", 3: empty, index }) => ({
      name: name.toUpperCase(),
      isStart: !slash && !empty,
      isEnd: Boolean(slash),
      from: index,
      to: index + tag.length,
    }),
  );
  // Index of the next tag with the same name, for each tag. This tag may be the end tag.
  const next = new Map<number, number>();
  const last = new Map<string, number>();
  for (let place = tags.length - 1; place >= 0; place--) {
    const { name = "" } = tags[place] ?? {};
    next.set(place, last.get(name) ?? tags.length);
    last.set(name, place);
  }
  const values: Partial<Record<string, string>> = {};
  for (let place = 0; place < tags.length; place++) {
    const tag = tags[place];
    if (!tag?.isStart || groupNames.has(tag.name)) continue;
    // A value ends at its own end tag, or else at the next tag.
    const same = next.get(place) ?? tags.length;
    const isClosed = tags[same]?.isEnd ?? false;
    const end = isClosed ? same : place + 1;
    const written = block.slice(tag.to, tags[end]?.from);
    values[tag.name] ||= cleanValue(isClosed ? written : cutValue(tag.name, written));
    place = end - 1;
  }
  return values;
}

/**
 * Ends a value without an end tag at an unknown tag, which `tagNames` does not contain. Payers may type `<`, so NAME
 * and MEMO end only at a tag that begins a line.
 */
function cutValue(name: string, written: string): string {
  const isText = name === "MEMO" || name === "NAME";
  return (
    written.trim().split(isText ? /\n\s{0,40}<\/?[A-Z][A-Z0-9._]{2,31}>/i : /[<\n]/, 1)[0] ?? ""
  );
}

function cleanValue(written: string): string {
  const value = written.trim();
  const isVerbatim = value.startsWith("<![CDATA[") && value.endsWith("]]>");
  const text = isVerbatim ? value.slice("<![CDATA[".length, -"]]>".length) : decodeEntities(value);
  // Some banks write the line breaks of a memo as HTML `<br>`.
  return cleanText(text.replace(/<br[ \t]{0,9}\/?>/gi, " "));
}
