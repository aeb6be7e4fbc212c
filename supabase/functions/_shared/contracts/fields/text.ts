import * as z from "zod/mini";

// `jitless` prevents zod from trying eval. The site's content security policy forbids eval, and the browser would
// report each try.
z.config({ jitless: true });

// Control characters, lone surrogates (PostgreSQL refuses them) and invisible marks that come with text pasted from a
// chat. Zero-width joiners are not in the list, because emoji need these joiners.
const invisible = /[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Cleans a line of typed text: removes invisible characters, makes spaces single and normalises to Unicode NFC. */
export function singleLine(value: string): string {
  return value
    .replace(/\s+/gu, " ")
    .replace(invisible, "")
    .normalize("NFC")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Cleans the text of a text area like `singleLine`, but keeps its line breaks. */
export function multiLine(value: string): string {
  const lines = value.replace(/\r\n?|[\u2028\u2029]/gu, "\n").split("\n");
  return lines.map(singleLine).join("\n").trim();
}

/** Counts characters instead of UTF-16 units, so that the number equals PostgreSQL's char_length. */
function characters(value: string): number {
  return [...value].length;
}

/** Minimum and maximum length of each field, for the minlength and maxlength of its form control. */
export const lengths = z.registry<{ min?: number; max: number }>();

export const tooLong = (max: number): string => `Use no máximo ${max} caracteres`;

/** Field for a required line of `min` to `max` characters. `message` is shown for an empty or too short line. */
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

/** `textField` for public forms. Refuses links, because a visitor could use the form to send links to others. */
export function plainTextField(rule: { min: number; max: number; message: string }) {
  return textField(rule).check(
    z.refine((value) => !hasLink(value), "Escreva sem links nem endereços de sites"),
  );
}

/** Field for a required text area of `min` to `max` characters. Keeps its line breaks. */
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

/** Field for an optional text area of up to `max` characters. Outputs undefined for a blank text. */
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

/** Domain endings that mail programs and chats turn into links, including Brazilian ones like .com.br. */
const endings =
  "com|net|org|info|biz|io|app|dev|xyz|site|online|website|store|shop|top|link|click|live|page|space|club|fun|vip|bet|pro|tech|cloud|digital|ly|gl|gg|to|cc|tk|ru|cn|example|[a-z]{2,4}[.]br";

/** Hosts of link shorteners and chats. Their endings are not in `endings`, so the hosts are listed by name. */
const shortHosts =
  "rb[.]gy|bit[.]do|is[.]gd|v[.]gd|x[.]gd|wa[.]me|t[.]me|m[.]me|fb[.]me|qr[.]ae|s[.]id|abre[.]ai|encr[.]pw|shorturl[.]at|lnkd[.]in|linktr[.]ee|youtu[.]be|kutt[.]it|bl[.]ink|1drv[.]ms|tr[.]im|cli[.]re|rebrand[.]ly";

/** Abbreviations that people write before a name without a space: "Av.Brasil/Centro", "Cia.Ltda/ME". */
const abbreviations =
  "av|al|tv|est|rod|rua|jd|vl|pq|pç|pca|lg|cj|conj|cond|res|ed|edif|bl|ap|apto|apt|sl|lj|qd|lt|km|sr|sra|srs|dr|dra|prof|profa|eng|pe|fr|sta|sto|gal|cel|mal|cap|maj|sgt|pres|gov|dep|sen|ver|des|min|cia|ind|com|repr|adm|assoc|coop|imob|cont|dist|serv";

const letter = "[\\p{L}\\p{Nd}]";
const links = new RegExp(
  [
    "://",
    `(?:^|[^\\p{L}\\p{Nd}])www[.]`,
    `[\\p{L}\\p{Nd}-]{2}[.](?:${endings})(?!${letter})`,
    `(?<![\\p{L}\\p{Nd}.-])(?:${shortHosts})(?!${letter})`,
    // This pattern finds a host with a path. The host's two-letter ending may be any country code except br, because
    // "Rod.BR/376" is a road.
    `[\\p{L}\\p{Nd}-][.](?!br[/?#])[a-z]{2}[/?#][^\\s]`,
    `(?<![\\p{L}\\p{Nd}-])(?!(?:${abbreviations})[.])[\\p{L}\\p{Nd}-]{2,}[.](?!(?:ltda|eireli|epp)[/?#])(?:\\p{L}{3,}|xn--[a-z0-9-]+)[/?#][^\\s]`,
  ].join("|"),
  "iu",
);

/** Tells whether a line has a URL ("wa.me", but not "Av.Brasil/Centro"), like private.has_link in the database. */
export function hasLink(text: string): boolean {
  return links.test(text);
}
