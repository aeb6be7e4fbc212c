import type { Encryption, Method } from "./pdf-cipher.ts";
import { isArray, isDict, isSpace, latin, type PdfDict, type PdfValue } from "./read-pdf.ts";
import { isProtected } from "./unfit-file.ts";

/** Reads the entries of the encryption dictionary. @throws UnfitFile for an encryption other than the standard one */
export function readEncryption({ entries }: PdfDict, trailer: PdfDict): Encryption {
  const number = (key: string, otherwise: number) => {
    const value = entries.get(key);
    // The reader takes a number with a sign for a word.
    const written = typeof value === "object" && value.kind === "word" ? Number(value.word) : value;
    return typeof written === "number" ? written : otherwise;
  };
  const text = (key: string) => textBytes(entries.get(key));
  const version = number("V", 0);
  const revision = number("R", 0);
  const isKnown = [1, 2, 4, 5].includes(version) && revision >= 2 && revision <= 6;
  if (entries.get("Filter") !== "Standard" || !isKnown) throw isProtected();
  const keyBits = version === 1 ? 40 : version === 4 ? 128 : number("Length", 40);
  const id = trailer.entries.get("ID");
  const metadata = entries.get("EncryptMetadata");
  return {
    version,
    revision,
    keyBytes: Math.max(5, Math.min(16, Math.floor(keyBits / 8))),
    methods: { streams: methodOf(entries, "StmF"), strings: methodOf(entries, "StrF") },
    owner: text("O"),
    user: text("U"),
    userKey: text("UE"),
    fileId: isArray(id) ? textBytes(id.first[0]) : new Uint8Array(),
    permissions: number("P", 0),
    encryptsMetadata: !(
      typeof metadata === "object" &&
      metadata.kind === "word" &&
      metadata.word === "false"
    ),
  };
}

function methodOf(entries: PdfDict["entries"], key: "StmF" | "StrF"): Method {
  const version = entries.get("V");
  if (version === 1 || version === 2) return "rc4";
  const name = entries.get(key) ?? "Identity";
  if (name === "Identity") return "none";
  const filters = entries.get("CF");
  const filter =
    isDict(filters) && typeof name === "string" ? filters.entries.get(name) : undefined;
  const method = isDict(filter) ? filter.entries.get("CFM") : undefined;
  if (method === "None") return "none";
  if (method === "V2" && version === 4) return "rc4";
  if (method === "AESV2" && version === 4) return "aes";
  if (method === "AESV3" && version === 5) return "aes";
  throw isProtected();
}

const escapes: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/** Returns the bytes that a string in a PDF stands for: resolves its escapes or its hexadecimal digits. */
export function textBytes(value: PdfValue | undefined): Uint8Array {
  if (typeof value !== "object" || value.kind !== "text") return new Uint8Array();
  const { bytes, isHex } = value;
  return isHex ? hexBytes(bytes) : literalBytes(bytes);
}

function hexBytes(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(Math.ceil(bytes.length / 2));
  let digits = 0;
  for (const byte of bytes) {
    if (isSpace(byte)) continue;
    const digit = Number.parseInt(String.fromCharCode(byte), 16) || 0;
    plain[digits >> 1] = (plain[digits >> 1] ?? 0) | (digits % 2 === 0 ? digit << 4 : digit);
    digits++;
  }
  return plain.subarray(0, Math.ceil(digits / 2));
}

function literalBytes(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1] ?? 0;
    if (byte === 13) {
      if (next === 10) at++;
      plain[length++] = 10;
    } else if (byte !== 0x5c) plain[length++] = byte;
    else if (next === 10 || next === 13) {
      // A backslash before the end of a line continues the string on the next line.
      at += next === 13 && bytes[at + 2] === 10 ? 2 : 1;
    } else {
      const octal = /^[0-7]{1,3}/.exec(latin(bytes.subarray(at + 1, at + 4)))?.[0];
      plain[length++] = octal ? Number.parseInt(octal, 8) : (escapes[next] ?? next);
      at += octal?.length ?? 1;
    }
  }
  return plain.subarray(0, length);
}
