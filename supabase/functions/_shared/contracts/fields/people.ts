import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf";
import * as z from "zod/mini";
import { todayInBrasilia } from "./formats.ts";
import { lengths, singleLine, tooLong } from "./text.ts";

/** Field for a CPF, typed with or without punctuation (spec section 5). Outputs the eleven digits. */
export function cpfField() {
  const message = "CPF inválido";
  return z.string(message).check(
    z.overwrite((value) => singleLine(value).replace(/[\s.\u2010-\u2015-]/gu, "")),
    z.regex(/^\d{11}$/, { error: message, abort: true }),
    z.refine(isValidCpf, message),
  );
}

const emailMessage = "Email inválido";
const most = 255;

/** Writes an e-mail address's domain in punycode for mail servers: café.com.br is xn--caf-dma.com.br. */
function withAsciiDomain(address: string): string {
  const [, local, domain = ""] = /^(.*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (!local || !/[^a-z0-9.-]/.test(domain)) return address;
  return local + (URL.parse(`https://${domain}`)?.hostname ?? domain);
}

/**
 * Field for an e-mail address of at most 255 characters (spec section 5). Outputs the address in lower case with the
 * domain in punycode. The pattern allows only ASCII without spaces, so no line break can reach a mail header. `missing`
 * is the message for an empty field.
 */
export function emailField(missing = emailMessage) {
  return z
    .string(missing)
    .check(
      z.overwrite((value) => withAsciiDomain(singleLine(value).toLowerCase())),
      z.minLength(1, { error: missing, abort: true }),
      z.regex(z.regexes.email, { error: emailMessage, abort: true }),
      z.maxLength(most, tooLong(most)),
    )
    .register(lengths, { max: most });
}

const separators = /[\s().\u2010-\u2015-]/gu;
const unclear = "Confira o número; se for de outro país, comece com + e o código dele";

// Area code and number, optionally after a country code, a trunk zero and a two-digit carrier code.
const brazilian = /^(?:\+?55)?(?:0(?:[1-9]\d)?)?([1-9]{2}(?:9\d{8}|[2-8]\d{7}))$/;

/** Returns a Brazilian number as 10 or 11 digits and a foreign number as E.164. Returns any other text unchanged. */
export function readPhone(typed: string): string {
  const compact = singleLine(typed).replace(separators, "");
  return brazilian.exec(compact)?.[1] ?? compact;
}

/** Field for a phone number of 10 to 15 digits (spec section 5). Outputs Brazilian digits or E.164. */
export function phoneField(message: string) {
  return z.string(message).check(
    z.overwrite(readPhone),
    z.regex(/^\+?\d{10,}$/, { error: message, abort: true }),
    z.regex(/^\+?\d{0,15}$/, { error: "Telefone deve ter no máximo 15 dígitos", abort: true }),
    // Refuses 00 (a dialling prefix), +0 (no country code begins with 0) and +55 (`readPhone` did
    // not recognise the Brazilian number).
    z.refine((phone) => !/^(?:00|\+0|\+55)/.test(phone), unclear),
  );
}

export const earliestBirthDate = "1920-01-01";
const adultAge = 18;

/** Returns the birth date, as YYYY-MM-DD, of a person who turns 18 today. */
function latestOfAdults(): string {
  const today = todayInBrasilia();
  return `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;
}

/** Field for the birth date of an adult, not before 1920-01-01 (spec section 5; capacity: Civil Code, art. 3 to 5). */
export function birthDateField() {
  const missing = "Data de nascimento é obrigatória";
  const outOfRange = "Informe uma data de nascimento entre 01/01/1920 e hoje";
  const tooYoung =
    "É preciso ter 18 anos ou mais para contratar a fiança (Código Civil, arts. 3º a 5º)";
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: outOfRange, abort: true }),
    z.refine(
      (value) => isRealDate(value) && value >= earliestBirthDate && value <= todayInBrasilia(),
      { error: outOfRange, abort: true },
    ),
    z.refine((value) => value <= latestOfAdults(), tooYoung),
  );
}

/** Tells whether a text is a real calendar day: true for 2026-02-28, false for 2026-02-30. */
export function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
