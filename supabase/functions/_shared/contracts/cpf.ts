import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf";
import * as z from "zod/mini";
import { singleLine } from "./text.ts";

/** A CPF with or without its mask (spec section 5); gives the eleven digits. */
export function cpfField() {
  const message = "CPF inválido";
  return z.string(message).check(
    z.overwrite((value) => singleLine(value).replace(/[\s.\u2010-\u2015-]/gu, "")),
    z.regex(/^\d{11}$/, { error: message, abort: true }),
    z.refine(isValidCpf, message),
  );
}
