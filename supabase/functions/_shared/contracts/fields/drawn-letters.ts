import type * as z from "zod/mini";

/**
 * Ranges of the characters that the fonts of the PDF documents contain. The database function private.undrawn has the
 * same ranges.
 */
const drawn = [
  String.raw`\n\u0020-\u007e\u00a0-\u0113\u0116-\u012b\u012e-\u0131\u0134-\u0137\u0139-\u013e\u0141-\u0148`,
  String.raw`\u014a-\u014d\u0150-\u017e\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0259\u02c6\u02c7`,
  String.raw`\u02d8-\u02dd\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022`,
  String.raw`\u2026\u2030\u2039\u203a\u2044\u2070\u2074-\u2079\u2080-\u2089\u20ac\u2116\u2122\u2190-\u2193`,
  String.raw`\u2212\u2248\u2260\u2264\u2265`,
].join("");
const undrawnLetter = new RegExp(`[^${drawn}]`, "u");

/** Matches invisible characters, such as variation selectors and zero-width spaces. */
const shapeless = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe0e\ufe0f]/g;

/**
 * Returns a text for a PDF document: normalised to Unicode NFC, with ordinary spaces and hyphens, without invisible
 * characters.
 */
export function asDrawn(text: string): string {
  return text
    .normalize("NFC")
    .replace(shapeless, "")
    .replace(/[^\S\n\u00a0]/g, " ")
    .replace(/[\u2010\u2011]/g, "-");
}

/**
 * Returns the first character that PDF documents cannot show, including its accents, or undefined when there is none.
 */
export function undrawn(text: string): string | undefined {
  if (!undrawnLetter.test(asDrawn(text))) return undefined;
  const letters = [...new Intl.Segmenter("pt-BR").segment(text.normalize("NFC"))];
  return letters
    .map(({ segment }) => segment)
    .find((letter) => undrawnLetter.test(asDrawn(letter)));
}

/** Zod check that refuses text with a character that PDF documents cannot show. */
export function refuseUndrawn({ value, issues }: z.core.ParsePayload<string | undefined>): void {
  const letter = undrawn(value ?? "");
  if (letter === undefined) return;
  const message = `Contém “${letter}”, que os documentos não conseguem mostrar. ${latinAdvice}`;
  issues.push({ code: "custom", input: value, message, continue: true });
}

export const latinAdvice = "Escreva em letras latinas, sem figuras.";
