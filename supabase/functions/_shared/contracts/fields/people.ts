import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf";
import * as z from "zod/mini";
import { todayInBrasilia } from "./formats.ts";
import { lengths, singleLine, tooLong } from "./text.ts";

/** A CPF with or without its mask (spec section 5); gives the eleven digits. */
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

/** The address with its domain as mail servers know it: café.com.br is xn--caf-dma.com.br. */
function withAsciiDomain(address: string): string {
  const [, local, domain = ""] = /^(.*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (!local || !/[^a-z0-9.-]/.test(domain)) return address;
  return local + (URL.parse(`https://${domain}`)?.hostname ?? domain);
}

/**
 * An e-mail address (spec section 5: valid, at most 255 characters), lower-cased, the domain in
 * punycode. The pattern is ASCII without spaces, so no line break can reach a mail header.
 * `missing` is for an empty field, where the catalogue has no message for it.
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

// Area code and number as dialled within Brazil, behind what is dialled before it: the country
// code, and the trunk zero with or without the two digits of a carrier.
const brazilian = /^(?:\+?55)?(?:0(?:[1-9]\d)?)?([1-9]{2}(?:9\d{8}|[2-8]\d{7}))$/;

/**
 * Reads a phone as typed or pasted. A Brazilian number gives its ten or eleven digits, whatever is
 * dialled before them; one that begins with + gives + and its digits (E.164). Other digits stay as
 * they are, and so does what is no number.
 */
export function readPhone(typed: string): string {
  const compact = singleLine(typed).replace(separators, "");
  return brazilian.exec(compact)?.[1] ?? compact;
}

/**
 * A phone of 10 to 15 digits (spec section 5; digits are counted); gives the digits of a Brazilian
 * number, E.164 of one that begins with the + of another country.
 */
export function phoneField(message: string) {
  return z.string(message).check(
    z.overwrite(readPhone),
    z.regex(/^\+?\d{10,}$/, { error: message, abort: true }),
    z.regex(/^\+?\d{0,15}$/, { error: "Telefone deve ter no máximo 15 dígitos", abort: true }),
    // No country begins with 0; 00 is dialled before a country's code, and +55 is Brazil's own.
    z.refine((phone) => !/^(?:00|\+0|\+55)/.test(phone), unclear),
  );
}

export const earliestBirthDate = "1920-01-01";
const adultAge = 18;

/** The latest birth date of somebody who is 18 today, as yyyy-mm-dd. */
function latestOfAdults(): string {
  const today = todayInBrasilia();
  return `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;
}

/**
 * A date as date inputs give it, from 1920-01-01 to today (spec section 5), of an adult: a contract
 * of guarantee needs full civil capacity (Civil Code, articles 3 to 5).
 */
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

/** The last day that a date of the next twelve months can be. */
export function lastComingDate(today = todayInBrasilia()): string {
  return `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace("-02-29", "-02-28")}`;
}

/** A day as date inputs give it, from today on and within a year. */
export function comingDateField(missing: string) {
  const outOfRange = "Informe uma data de hoje até daqui a um ano";
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.refine(isRealDate, { error: outOfRange, abort: true }),
    z.refine((value) => value >= todayInBrasilia() && value <= lastComingDate(), outOfRange),
  );
}

/** Whether a text is a day of the calendar as date inputs give it: 2026-02-28, not 2026-02-30. */
function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
