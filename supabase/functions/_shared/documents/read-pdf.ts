import { UnfitFile } from "./unfit-file.ts";

/** Value in a PDF. A PDF name is a plain string. The bytes of a PDF text are decoded only when needed. */
export type PdfValue =
  | number
  | string
  | { kind: "text"; bytes: Uint8Array; isHex: boolean }
  | { kind: "ref"; number: number }
  | { kind: "array"; first: PdfValue[] }
  | { kind: "word"; word: string }
  | PdfDict;

export type PdfDict = {
  kind: "dict";
  /** First 200 entries of the dictionary, and every entry whose key is in `decisive`. */
  entries: Map<string, PdfValue>;
};

export const isDict = (value: PdfValue | undefined) =>
  typeof value === "object" && value.kind === "dict";
export const isArray = (value: PdfValue | undefined) =>
  typeof value === "object" && value.kind === "array";
export const isRef = (value: PdfValue | undefined) =>
  typeof value === "object" && value.kind === "ref";

/** Remaining work for one file. Hosted functions have only 2 s of processor time and 256 MB. */
export type Budget = {
  /** Number of bytes that may still be read as values. A byte that is read twice counts twice. */
  bytes: number;
  /** Number of bytes that unpacking may still produce, for all streams together. */
  unpacked: number;
  /** Number of objects that may still be read. */
  objects: number;
};

/** Error that refuses a PDF: too costly to read, or broken in a way that different PDF readers repair differently. */
export class Unreadable extends UnfitFile {
  constructor() {
    super("Não conseguimos abrir o PDF. Gere o arquivo outra vez, ou envie uma foto.");
  }
}

const deepest = 100;
/** Number of entries kept per dictionary, besides those in `decisive`. A dictionary with an action has about ten. */
const keptEntries = 200;
/** Number of items kept for each array. Later checks look only at arrays of filters, which are short. */
const keptItems = 8;
const longestName = 1000;

const space = 1;
const delimiter = 2;
const digit = 3;
const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = space;
for (const sign of "()<>[]{}/%") kinds[sign.charCodeAt(0)] = delimiter;
for (let code = 0x30; code <= 0x39; code++) kinds[code] = digit;

export const isSpace = (byte: number | undefined) => byte !== undefined && kinds[byte] === space;
export const isDigit = (byte: number | undefined) => byte !== undefined && kinds[byte] === digit;
/** Tells whether this byte, or the end of the file, separates two tokens. */
export const isApart = (byte: number | undefined) =>
  byte === undefined || kinds[byte] === space || kinds[byte] === delimiter;

const end: PdfValue = { kind: "word", word: "" };
const closeArray: PdfValue = { kind: "word", word: "]" };
const closeDict: PdfValue = { kind: "word", word: ">>" };

/** Reads PDF values from `place` on. Passes names and dictionaries to callbacks, and stores none. Throws Unreadable. */
export class PdfReader {
  place = 0;
  readonly bytes: Uint8Array;
  private readonly budget: Budget;
  private readonly onName: (name: string) => void;
  private readonly onDict: (dict: PdfDict) => void;
  private readonly decisive: ReadonlySet<string>;

  /** Entries whose key is in `decisive` are always kept. A decisive key may not have two different values. */
  constructor(
    bytes: Uint8Array,
    budget: Budget,
    see: {
      name: (name: string) => void;
      dict: (dict: PdfDict) => void;
      decisive: ReadonlySet<string>;
    },
  ) {
    this.bytes = bytes;
    this.budget = budget;
    this.onName = see.name;
    this.onDict = see.dict;
    this.decisive = see.decisive;
  }

  /** Reads the value at `place`. The kind `word` means text that is no PDF value. An empty word marks the end. */
  value(depth = 0): PdfValue {
    const start = this.skipSpace();
    const read = this.read(depth);
    this.spend(this.place - start);
    return read;
  }

  /** Skips spaces and comments, and returns the position of the next token. */
  skipSpace(): number {
    const { bytes } = this;
    const start = this.place;
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x25) {
        while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
      } else if (kinds[byte] !== space) break;
    }
    this.spend(at - start);
    this.place = at;
    return at;
  }

  spend(count: number): void {
    this.budget.bytes -= count;
    if (this.budget.bytes < 0) throw new Unreadable();
  }

  private read(depth: number): PdfValue {
    const { bytes } = this;
    const first = bytes[this.place];
    if (first === undefined) return end;
    if (first === 0x2f) return this.name();
    if (first === 0x28) return this.text();
    if (kinds[first] === digit) return this.numberOrRef();
    if (first === 0x3c && bytes[this.place + 1] === 0x3c) return this.dict(depth);
    if (first === 0x3c) return this.hexText();
    if (first === 0x5b) return this.array(depth);
    this.place += 1;
    if (first === 0x5d) return closeArray;
    if (first === 0x3e && bytes[this.place] === 0x3e) {
      this.place += 1;
      return closeDict;
    }
    if (kinds[first] === delimiter) return { kind: "word", word: String.fromCharCode(first) };
    const start = this.place - 1;
    while (this.place < bytes.length && !isApart(bytes[this.place])) this.place += 1;
    return { kind: "word", word: latin(bytes.subarray(start, Math.min(this.place, start + 16))) };
  }

  private name(): string {
    const { bytes } = this;
    let text = "";
    let at = this.place + 1;
    for (; at < bytes.length && !isApart(bytes[at]); at++) {
      let byte = bytes[at] ?? 0;
      if (byte === 0x23) {
        // A PDF may write a letter of a name as a code: #4a is "J".
        const code = Number.parseInt(latin(bytes.subarray(at + 1, at + 3)), 16);
        const isWhole = /^[0-9a-f]{2}$/i.test(latin(bytes.subarray(at + 1, at + 3)));
        if (isWhole) {
          byte = code;
          at += 2;
        }
      }
      // A zero byte in a name is refused: PDF readers written in C end the name there, and other readers do not.
      if (byte === 0) throw new Unreadable();
      text += String.fromCharCode(byte);
      if (text.length > longestName) throw new Unreadable();
    }
    this.place = at;
    this.onName(text);
    return text;
  }

  private text(): PdfValue {
    const { bytes } = this;
    const start = this.place + 1;
    let open = 1;
    let at = start;
    for (; at < bytes.length && open > 0; at++) {
      const byte = bytes[at];
      if (byte === 0x5c) at++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29) open--;
    }
    this.place = Math.min(at, bytes.length);
    const inside = bytes.subarray(start, Math.max(start, this.place - 1));
    return { kind: "text", bytes: inside, isHex: false };
  }

  private hexText(): PdfValue {
    const close = this.bytes.indexOf(0x3e, this.place);
    const start = this.place + 1;
    this.place = close === -1 ? this.bytes.length : close + 1;
    return { kind: "text", bytes: this.bytes.subarray(start, this.place - 1), isHex: true };
  }

  private numberOrRef(): PdfValue {
    const { bytes } = this;
    let number = 0;
    let at = this.place;
    for (; isDigit(bytes[at]); at++) number = number * 10 + (bytes[at] ?? 0) - 0x30;
    if (bytes[at] === 0x2e) {
      at++;
      while (isDigit(bytes[at])) at++;
      this.place = at;
      return number;
    }
    this.place = at;
    // "12 0 R" is a reference to the object 12.
    while (isSpace(bytes[at])) at++;
    const generation = at;
    while (isDigit(bytes[at])) at++;
    if (at === generation) return number;
    const gap = at;
    while (isSpace(bytes[at])) at++;
    // The bytes of a possible reference are charged to the budget. If they are no reference, they are read and charged
    // again.
    this.spend(at - this.place);
    if (at === gap || bytes[at] !== 0x52 || !isApart(bytes[at + 1])) return number;
    this.place = at + 1;
    return { kind: "ref", number };
  }

  private array(depth: number): PdfValue {
    if (depth > deepest) throw new Unreadable();
    this.place += 1;
    const first: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      const item = this.read(depth + 1);
      if (item === closeArray || item === end) return { kind: "array", first };
      // A closing >> is allowed at the top level, because compressed bytes can look like the beginning of an object.
      if (item === closeDict && depth > 0) throw new Unreadable();
      if (first.length < keptItems) first.push(item);
    }
  }

  private dict(depth: number): PdfDict {
    if (depth > deepest) throw new Unreadable();
    this.place += 2;
    const dict: PdfDict = { kind: "dict", entries: new Map() };
    for (;;) {
      this.skipSpace();
      const key = this.read(depth + 1);
      if (key === closeDict) break;
      // A key that is no name is refused, because some PDF readers skip such a key and others stop.
      if (typeof key !== "string") throw new Unreadable();
      this.skipSpace();
      const value = this.read(depth + 1);
      if (value === closeDict || value === closeArray || value === end) throw new Unreadable();
      const isDecisive = this.decisive.has(key);
      const former = dict.entries.get(key);
      // A decisive key with two values is refused: some PDF readers take the first value, others the last.
      if (isDecisive && former !== undefined && former !== value) throw new Unreadable();
      if (isDecisive || dict.entries.size < keptEntries) dict.entries.set(key, value);
    }
    this.onDict(dict);
    return dict;
  }
}

/** Decodes each byte as one character (Latin-1). */
export function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096));
}
