import * as z from "zod/mini";

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

/** Endings that mail programs and chats turn into links; a Brazilian name ends in .xyz.br. */
const endings =
  "com|net|org|info|biz|io|app|dev|xyz|site|online|website|store|shop|top|link|click|live|page|space|club|fun|vip|bet|pro|tech|cloud|digital|ly|gl|gg|to|cc|tk|ru|cn|example|[a-z]{2,4}[.]br";

/** Hosts that shorten, or open a chat, and are links by their name alone; their endings are no others'. */
const shortHosts =
  "rb[.]gy|bit[.]do|is[.]gd|v[.]gd|x[.]gd|wa[.]me|t[.]me|m[.]me|fb[.]me|qr[.]ae|s[.]id|abre[.]ai|encr[.]pw|shorturl[.]at|lnkd[.]in|linktr[.]ee|youtu[.]be|kutt[.]it|bl[.]ink|1drv[.]ms|tr[.]im|cli[.]re|rebrand[.]ly";

/** What people write before a name without a space: "Av.Brasil/Centro", "Cia.Ltda/ME". */
const abbreviations =
  "av|al|tv|est|rod|rua|jd|vl|pq|pç|pca|lg|cj|conj|cond|res|ed|edif|bl|ap|apto|apt|sl|lj|qd|lt|km|sr|sra|srs|dr|dra|prof|profa|eng|pe|fr|sta|sto|gal|cel|mal|cap|maj|sgt|pres|gov|dep|sen|ver|des|min|cia|ind|com|repr|adm|assoc|coop|imob|cont|dist|serv";

const letter = "[\\p{L}\\p{Nd}]";
const links = new RegExp(
  [
    "://",
    `(?:^|[^\\p{L}\\p{Nd}])www[.]`,
    `[\\p{L}\\p{Nd}-]{2}[.](?:${endings})(?!${letter})`,
    `(?<![\\p{L}\\p{Nd}.-])(?:${shortHosts})(?!${letter})`,
    // A host with something after it. Two letters are a country, but "Rod.BR/376" is a road.
    `[\\p{L}\\p{Nd}-][.](?!br[/?#])[a-z]{2}[/?#][^\\s]`,
    `(?<![\\p{L}\\p{Nd}-])(?!(?:${abbreviations})[.])[\\p{L}\\p{Nd}-]{2,}[.](?!(?:ltda|eireli|epp)[/?#])(?:\\p{L}{3,}|xn--[a-z0-9-]+)[/?#][^\\s]`,
  ].join("|"),
  "iu",
);

/**
 * Whether a line holds the address of a site, or of a mailbox, which none of ours asks for in
 * words: "https://…", "www.…", "nome.com.br", "wa.me", any host with a path. Abbreviations
 * ("Av.Brasil/Centro", "Rod.BR-376") and numbers ("1.200/mês") are none.
 * The database has the same rule, private.has_link.
 */
export function hasLink(text: string): boolean {
  return links.test(text);
}
