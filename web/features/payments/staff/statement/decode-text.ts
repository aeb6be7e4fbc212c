/** Maximum length of a line's text, in characters. The database refuses longer texts. */
const maximumText = 500;

/**
 * Decodes a file. Tries a byte order mark, UTF-16 (many zero bytes), UTF-8 and Windows-1252, in this order. Line breaks
 * become `\n`.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  return decodeBytes(bytes).replace(/\r\n?/g, "\n");
}

function decodeBytes(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const start = bytes.subarray(0, 2000);
  const zeros = (place: number) =>
    start.filter((byte, index) => byte === 0 && index % 2 === place).length;
  const [high, low] = [zeros(0), zeros(1)];
  // UTF-16 without a byte order mark. Western letters then have their zero bytes all at odd or all at even positions.
  if (low * 4 > start.length && high === 0) return new TextDecoder("utf-16le").decode(bytes);
  if (high * 4 > start.length && low === 0) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns the text in one line with single spaces, cut to the length that the database stores. */
export function cleanText(text: string): string {
  const line = text
    .slice(0, 20 * maximumText)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= maximumText) return line.toWellFormed();
  return Array.from(line.slice(0, 2 * maximumText))
    .slice(0, maximumText)
    .join("")
    .toWellFormed()
    .trimEnd();
}

/** Returns the beginning of a text in small letters without accents, for comparisons. */
export function foldText(text: string): string {
  const start = text.slice(0, 300);
  const plain = /^[ -~]*$/.test(start) ? start : start.normalize("NFD").replace(/\p{Mn}/gu, "");
  return plain.toLowerCase().replace(/\s+/g, " ").trim();
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  quot: '"',
  apos: "'",
};

const accents: Readonly<Record<string, string>> = {
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  cedil: "\u0327",
};

/** Decodes XML entities, numeric character references, and HTML entities of accented letters. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z])(acute|grave|circ|tilde|uml|cedil)|([a-z]{2,4}));/gi,
    (all, decimal?: string, hex?: string, letter?: string, accent?: string, name?: string) => {
      if (letter && accent)
        return (letter + (accents[accent.toLowerCase()] ?? "")).normalize("NFC");
      if (name) return namedEntities[name.toLowerCase()] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
