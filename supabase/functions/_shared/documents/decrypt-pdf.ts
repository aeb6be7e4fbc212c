import { type Decrypt, type Encryption, openCipher } from "./pdf-cipher.ts";
import { readEncryption, textBytes } from "./read-encryption.ts";
import { joinBytes } from "../join-bytes.ts";
import {
  countObject,
  endsAt,
  findStream,
  inflate,
  newBudget,
  readObjectPlaces,
} from "./pdf-streams.ts";
import {
  isArray,
  isDict,
  isRef,
  latin,
  type PdfDict,
  PdfReader,
  type PdfValue,
  Unreadable,
} from "./read-pdf.ts";
import { UnfitFile, isProtected } from "./unfit-file.ts";

/** Object of the file: its value, the place of its value, and the place of its stream. */
type Found = {
  number: number;
  generation: number;
  value: PdfValue;
  from: number;
  to: number;
  stream?: { from: number; to: number };
};

/** Keys that are kept in dictionaries with many entries. */
const decisive = new Set(
  `Type Root Info ID Encrypt Filter V R O U UE P Length CF StmF StrF CFM EncryptMetadata
  First N DecodeParms`.split(/\s+/),
);
const highestNumber = 8_388_607;

const isLocked = () =>
  new UnfitFile(
    "O PDF abre sem senha, mas está protegido contra alterações. Imprima em PDF e envie o novo arquivo, ou fotografe as páginas.",
  );

/**
 * Returns a copy of an encrypted PDF that opens without a password, without its encryption. Returns undefined for a
 * file that is not encrypted or not readable. The copy has one plain table of objects, so that a check of the copy need
 * not trust the structure of the original. @throws UnfitFile for a file that needs a password, or of unknown encryption
 */
export function decryptPdf(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (!new TextDecoder("latin1").decode(bytes).includes("/Encrypt")) return undefined;
  return new PdfDecryption(bytes).run();
}

class PdfDecryption {
  private readonly bytes: Uint8Array;
  private readonly budget = newBudget();
  private readonly objects: Found[] = [];
  /** Values by object number. A later version of an object replaces an earlier one. */
  private readonly values = new Map<number, PdfValue>();
  private readonly trailers: PdfDict[] = [];
  private readonly plain = new Map<number, { generation: number; parts: Uint8Array[] }>();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  run(): Uint8Array<ArrayBuffer> | undefined {
    try {
      this.scan();
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
    const last = this.trailers.findLast(({ entries }) => entries.has("Root"));
    const locked = this.trailers.findLast(({ entries }) => entries.has("Encrypt"));
    if (!last || !locked) return undefined;
    const reference = locked.entries.get("Encrypt");
    const dictionary = this.resolve(reference);
    if (!isDict(dictionary)) throw isProtected();
    const encryption = readEncryption(dictionary, locked);
    const decrypt = openCipher(encryption);
    try {
      for (const found of this.objects) {
        if (isRef(reference) && found.number === reference.number) continue;
        this.copyObject(found, encryption, decrypt);
      }
      return this.write(last);
    } catch (error) {
      throw error instanceof Unreadable ? isLocked() : error;
    }
  }

  /** Reads the file from its beginning to its end and collects its objects and trailers. */
  private scan(): void {
    const { bytes } = this;
    const reader = this.reader(bytes);
    let before: PdfValue[] = [];
    while (reader.skipSpace() < bytes.length) {
      const value = reader.value();
      const word = typeof value === "object" && value.kind === "word" ? value.word : "";
      if (word === "trailer") {
        const trailer = reader.value();
        if (isDict(trailer)) this.trailers.push(trailer);
      } else if (word === "obj") {
        const [number, generation] = before;
        if (typeof number !== "number" || typeof generation !== "number") throw new Unreadable();
        this.found(reader, number, generation);
      }
      before = [...before.slice(-1), value];
    }
  }

  private found(reader: PdfReader, number: number, generation: number): void {
    countObject(this.budget);
    if (number > highestNumber) throw new Unreadable();
    const from = reader.skipSpace();
    const value = reader.value();
    const found: Found = { number, generation, value, from, to: reader.place };
    this.objects.push(found);
    this.values.set(number, value);
    if (!isDict(value)) return;
    if (value.entries.get("Type") === "XRef" && value.entries.has("Root")) {
      this.trailers.push(value);
    }
    const { bytes } = this;
    const place = reader.skipSpace();
    if (latin(bytes.subarray(place, place + 6)) !== "stream") return;
    found.stream = findStream(reader, place + 6, value.entries.get("Length"));
    reader.place = found.stream.to;
  }

  private resolve(value: PdfValue | undefined): PdfValue | undefined {
    return isRef(value) ? this.values.get(value.number) : value;
  }

  private copyObject(found: Found, encryption: Encryption, decrypt: Decrypt): void {
    const { bytes } = this;
    const { number, generation, value, from, to, stream } = found;
    const { methods } = encryption;
    const type = isDict(value) ? value.entries.get("Type") : undefined;
    // The copy has another table of objects. Metadata is left out: nothing shows it, and it is often not encrypted.
    if (type === "XRef" || type === "Metadata") return;
    const readText = (text: Uint8Array) => decrypt(methods.strings, text, found);
    const range = { from, to };
    if (!stream || !isDict(value)) {
      this.plain.set(number, { generation, parts: this.rewrite(bytes, range, readText) });
      return;
    }
    const length = this.resolve(value.entries.get("Length"));
    const isExact = typeof length === "number" && endsAt(bytes, stream.from + length);
    const packed = bytes.subarray(stream.from, isExact ? stream.from + length : stream.to);
    const data = decrypt(methods.streams, packed, found);
    if (type === "ObjStm") {
      this.unpackObjects(value, data);
      return;
    }
    const parts = this.rewrite(bytes, range, readText, data.length);
    parts.push(bytesOf("\nstream\n"), data, bytesOf("\nendstream"));
    this.plain.set(number, { generation, parts });
  }

  /** Takes the objects out of a decrypted stream that contains objects. Their strings are not encrypted again. */
  private unpackObjects(dict: PdfDict, data: Uint8Array): void {
    const { entries } = dict;
    const filter = entries.get("Filter");
    const only = isArray(filter) && filter.first.length === 1 ? filter.first[0] : filter;
    if (entries.has("DecodeParms") || (only !== undefined && only !== "FlateDecode")) {
      throw new Unreadable();
    }
    const unpacked = only === undefined ? data : inflate(data, this.budget);
    const reader = this.reader(unpacked);
    const { places } = readObjectPlaces(reader, dict, this.budget);
    if (places.some(({ number }) => number > highestNumber)) throw new Unreadable();
    for (const { number, from } of places) {
      reader.place = from;
      reader.value();
      this.plain.set(number, { generation: 0, parts: [unpacked.subarray(from, reader.place)] });
    }
  }

  /**
   * Copies the value of an object with decrypted strings. For a stream, also replaces its length, because decrypted
   * data may be shorter.
   */
  private rewrite(
    bytes: Uint8Array,
    { from, to }: { from: number; to: number },
    readText: (text: Uint8Array) => Uint8Array,
    length?: number,
  ): Uint8Array[] {
    const parts: Uint8Array[] = [];
    let kept = from;
    let depth = 0;
    const replace = (start: number, stop: number, ...by: Uint8Array[]) => {
      parts.push(bytes.subarray(kept, start), ...by);
      kept = stop;
    };
    const reader = this.reader(bytes);
    for (let at = from; at < to;) {
      const sign = bytes[at];
      reader.place = at;
      if (sign === 0x25) at = reader.skipSpace();
      else if (sign === 0x3c && bytes[at + 1] === 0x3c) [at, depth] = [at + 2, depth + 1];
      else if (sign === 0x3e && bytes[at + 1] === 0x3e) [at, depth] = [at + 2, depth - 1];
      else if (sign === 0x28 || sign === 0x3c) {
        const text = reader.value();
        replace(at, reader.place, bytesOf("<"), hexOf(readText(textBytes(text))), bytesOf(">"));
        at = reader.place;
      } else if (sign === 0x2f) {
        const isLength = reader.value() === "Length" && depth === 1 && length !== undefined;
        if (isLength) {
          reader.value();
          replace(at, reader.place, bytesOf(`/Length ${length}`));
        }
        at = reader.place;
      } else at++;
    }
    replace(to, to);
    return parts;
  }

  /** Writes the objects in the order of their numbers, with a table of their places. */
  private write({ entries }: PdfDict): Uint8Array<ArrayBuffer> {
    const version = /^%PDF-\d\.\d/.exec(latin(this.bytes.subarray(0, 8)))?.[0] ?? "%PDF-1.7";
    const parts: Uint8Array[] = [bytesOf(`${version}\n%\xe2\xe3\xcf\xd3\n`)];
    let place = parts[0]?.length ?? 0;
    const add = (part: Uint8Array) => {
      parts.push(part);
      place += part.length;
    };
    const table: string[] = ["0 1\n0000000000 65535 f \n"];
    let run: { first: number; lines: string[] } | undefined;
    const close = () =>
      run && table.push(`${run.first} ${run.lines.length}\n${run.lines.join("")}`);
    const numbers = [...this.plain.keys()].filter((number) => number > 0).toSorted((a, b) => a - b);
    for (const number of numbers) {
      const object = this.plain.get(number);
      if (!object) continue;
      if (!run || run.first + run.lines.length !== number) {
        close();
        run = { first: number, lines: [] };
      }
      const generation = String(object.generation).padStart(5, "0");
      run.lines.push(`${String(place).padStart(10, "0")} ${generation} n \n`);
      add(bytesOf(`${number} ${object.generation} obj\n`));
      for (const part of object.parts) add(part);
      add(bytesOf("\nendobj\n"));
    }
    close();
    const [root, info] = (["Root", "Info"] as const).map((key) => {
      const value = entries.get(key);
      const object = isRef(value) ? this.plain.get(value.number) : undefined;
      return isRef(value) && object ? `/${key} ${value.number} ${object.generation} R` : "";
    });
    if (!root) throw new Unreadable();
    const size = (numbers.at(-1) ?? 0) + 1;
    parts.push(
      bytesOf(
        `xref\n${table.join("")}trailer\n<</Size ${size}${root}${info ?? ""}>>\nstartxref\n${place}\n%%EOF\n`,
      ),
    );
    return joinBytes(parts);
  }

  private reader(bytes: Uint8Array): PdfReader {
    const ignore = () => undefined;
    return new PdfReader(bytes, this.budget, { name: ignore, dict: ignore, decisive });
  }
}

function hexOf(bytes: Uint8Array): Uint8Array {
  const digits = new Uint8Array(bytes.length * 2);
  for (const [at, byte] of bytes.entries()) {
    digits[2 * at] = hexSigns[byte >> 4] ?? 0;
    digits[2 * at + 1] = hexSigns[byte & 15] ?? 0;
  }
  return digits;
}

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const hexSigns = bytesOf("0123456789abcdef");
