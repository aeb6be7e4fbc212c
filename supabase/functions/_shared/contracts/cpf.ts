import * as z from "zod/mini";
import { singleLine } from "./text.ts";

/** The modulo-11 digit over `digits`, weights falling from length + 1 to 2 (Receita Federal). */
function checkDigit(digits: string): number {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  );
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}

/** Whether eleven digits are a CPF; eleven equal digits pass the sums and are none. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return (
    checkDigit(digits.slice(0, 9)) === Number(digits[9]) &&
    checkDigit(digits.slice(0, 10)) === Number(digits[10])
  );
}

/** A CPF with or without its mask (spec section 5); gives the eleven digits. */
export function cpfField() {
  const message = "CPF inválido";
  return z.string(message).check(
    z.overwrite((value) => singleLine(value).replace(/[\s.\u2010-\u2015-]/gu, "")),
    z.refine(isCpf, message),
  );
}
