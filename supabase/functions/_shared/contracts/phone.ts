import * as z from "zod/mini";
import { singleLine } from "./text.ts";

const separators = /[\s().+\u2010-\u2015-]/gu;

/** The digits of a phone as typed or pasted; Brazil's country code is dropped. */
function phoneDigits(value: string): string {
  const compact = singleLine(value).replace(separators, "");
  return /^55\d{10,11}$/.test(compact) ? compact.slice(2) : compact;
}

/** A phone of 10 to 15 digits (spec section 5; digits are counted); gives digits. */
export function phoneField(message: string) {
  return z
    .string(message)
    .check(
      z.overwrite(phoneDigits),
      z.regex(/^\d{10,}$/, { error: message, abort: true }),
      z.maxLength(15, "Telefone deve ter no máximo 15 dígitos"),
    );
}
