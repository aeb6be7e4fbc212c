import * as z from "zod/mini";
import { hasLink } from "./links.ts";

// The site's content security policy forbids eval, and zod would probe for it and be reported.
z.config({ jitless: true });

// Control characters, lone surrogates (PostgreSQL refuses them) and the invisible marks that
// come along when text is pasted from a chat; zero-width joiners stay, emoji need them.
const invisible = /[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** One line of typed text: single spaces, no invisible characters, NFC. */
export function singleLine(value: string): string {
  return value
    .replace(/\s+/gu, " ")
    .replace(invisible, "")
    .normalize("NFC")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** A text area: line breaks stay, the rest is cleaned as in `singleLine`. */
export function multiLine(value: string): string {
  const lines = value.replace(/\r\n?|[\u2028\u2029]/gu, "\n").split("\n");
  return lines.map(singleLine).join("\n").trim();
}

/** Characters as a person (and PostgreSQL's char_length) counts them, not UTF-16 units. */
function characters(value: string): number {
  return [...value].length;
}

/** How long a field's text may be, for controls that say so to the browser. */
export const lengths = z.registry<{ min?: number; max: number }>();

export const tooLong = (max: number): string => `Use no máximo ${max} caracteres`;

/** Required line of text of `min` to `max` characters; `message` is for what is missing. */
export function textField(rule: { min: number; max: number; message: string }) {
  return z
    .string(rule.message)
    .check(
      z.overwrite(singleLine),
      z.refine((value) => characters(value) >= rule.min, { error: rule.message, abort: true }),
      z.refine((value) => characters(value) <= rule.max, tooLong(rule.max)),
    )
    .register(lengths, { min: rule.min, max: rule.max });
}

/**
 * A `textField` of a public form: a name, a place, an occupation. None of them is the address
 * of a site, which could only be there to be clicked by somebody else.
 */
export function plainTextField(rule: { min: number; max: number; message: string }) {
  return textField(rule).check(
    z.refine((value) => !hasLink(value), "Escreva sem links nem endereços de sites"),
  );
}

/** Required text area of `min` to `max` characters, with its line breaks. */
export function textAreaField(rule: { min: number; max: number; message: string }) {
  return z
    .string(rule.message)
    .check(
      z.overwrite(multiLine),
      z.refine((value) => characters(value) >= rule.min, { error: rule.message, abort: true }),
      z.refine((value) => characters(value) <= rule.max, tooLong(rule.max)),
    )
    .register(lengths, { min: rule.min, max: rule.max });
}

/** Optional text area of up to `max` characters; blank counts as absent. */
export function optionalTextField(max: number) {
  const text = z.pipe(
    z.optional(
      z.string("Texto inválido").check(
        z.overwrite(multiLine),
        z.refine((value) => characters(value) <= max, tooLong(max)),
      ),
    ),
    z.transform((value) => (value === "" ? undefined : value)),
  );
  return text.register(lengths, { max });
}
