import { Unzlib } from "fflate";
import { UnfitFile } from "./unfit-file.ts";

/** A name is a string of its own here, a string only where it stands: most are never looked at. */
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
  /** The first 200, and every one that decides. */
  entries: Map<string, PdfValue>;
};

export const isDict = (value: PdfValue | undefined) =>
  typeof value === "object" && value.kind === "dict";
export const isArray = (value: PdfValue | undefined) =>
  typeof value === "object" && value.kind === "array";
export const isRef = (value: PdfValue | undefined) =>
  typeof value === "object" && value.kind === "ref";

/** What a file may cost, however long it is: hosted functions have 2 s of CPU and 256 MB. */
export type Budget = {
  /** Bytes that may still be read as values, again counted where they are read again. */
  bytes: number;
  /** Bytes that may still be unpacked, of all streams together. */
  unpacked: number;
  /** Objects that may still begin. */
  objects: number;
};

/** What readers of PDF would have to mend, each in its own way, or what costs too much to read. */
export class Unreadable extends UnfitFile {
  constructor() {
    super("Não conseguimos abrir o PDF. Gere o arquivo outra vez, ou envie uma foto.");
  }
}

const deepest = 100;
/** Of a dictionary's entries, beside those that decide; one that acts has ten. */
const keptEntries = 200;
/** Of an array's items: only filters are looked at, everything else as it is read. */
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
/** Whether a word may begin or end beside this byte. */
export const isApart = (byte: number | undefined) =>
  byte === undefined || kinds[byte] === space || kinds[byte] === delimiter;

const end: PdfValue = { kind: "word", word: "" };
const closeArray: PdfValue = { kind: "word", word: "]" };
const closeDict: PdfValue = { kind: "word", word: ">>" };

/**
 * Reads values of a PDF, or of a stream unpacked, from `place` on. Each name and each dictionary is
 * shown as soon as it is read and nothing else is kept, so that memory does not grow with the file.
 * Where readers of PDF mend what is broken, each in its own way, Unreadable is thrown instead.
 */
export class PdfReader {
  place = 0;
  readonly bytes: Uint8Array;
  private readonly budget: Budget;
  private readonly onName: (name: string) => void;
  private readonly onDict: (dict: PdfDict) => void;
  private readonly decisive: ReadonlySet<string>;

  /** `decisive` are the keys that are kept in any case, and may not have two values. */
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

  /** The value that begins here; a word for what is none, an empty one at the end. */
  value(depth = 0): PdfValue {
    const start = this.skipSpace();
    const read = this.read(depth);
    this.spend(this.place - start);
    return read;
  }

  /** Passes spaces and comments; gives where the next token begins. */
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
        // A letter may be written as #4a.
        const code = Number.parseInt(latin(bytes.subarray(at + 1, at + 3)), 16);
        const isWhole = /^[0-9a-f]{2}$/i.test(latin(bytes.subarray(at + 1, at + 3)));
        if (isWhole) {
          byte = code;
          at += 2;
        }
      }
      // Where a name ends for readers that are written in C.
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
    // "12 0 R" is a reference.
    while (isSpace(bytes[at])) at++;
    const generation = at;
    while (isDigit(bytes[at])) at++;
    if (at === generation) return number;
    const gap = at;
    while (isSpace(bytes[at])) at++;
    // Looked at again as the next value, if it is none.
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
      // At the top it may be chance: compressed bytes that look like the beginning of an object.
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
      // Some readers pass over what is no key, some end here.
      if (typeof key !== "string") throw new Unreadable();
      this.skipSpace();
      const value = this.read(depth + 1);
      if (value === closeDict || value === closeArray || value === end) throw new Unreadable();
      const isDecisive = this.decisive.has(key);
      const former = dict.entries.get(key);
      // Of two values readers take either.
      if (isDecisive && former !== undefined && former !== value) throw new Unreadable();
      if (isDecisive || dict.entries.size < keptEntries) dict.entries.set(key, value);
    }
    this.onDict(dict);
    return dict;
  }
}

/** Bytes as text, one letter each. */
export function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4096));
}

const slice = 16 * 1024;

/** A stream's bytes unpacked, as far as the budget goes. @throws Unreadable beyond it, or where they break off. */
export function inflate(packed: Uint8Array, budget: Budget): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const unzip = new Unzlib((part) => {
    budget.unpacked -= part.byteLength;
    if (budget.unpacked < 0) throw new Unreadable();
    length += part.byteLength;
    parts.push(part);
  });
  try {
    // Little by little, or the first part would be the whole.
    for (let place = 0; place < packed.length; place += slice) {
      unzip.push(packed.subarray(place, place + slice), place + slice >= packed.length);
    }
  } catch {
    throw new Unreadable();
  }
  const whole = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.byteLength;
  }
  return whole;
}
