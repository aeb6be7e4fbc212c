import * as z from "zod/mini";
import { singleLine } from "./text.ts";

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
