import * as z from "zod/mini";
import { singleLine, tooLong } from "./text.ts";

const message = "Email inválido";

/**
 * An e-mail address (spec section 5: valid, at most 255 characters), lower-cased.
 * The pattern is ASCII without spaces, so no line break can reach a mail header.
 */
export function emailField() {
  return z.string(message).check(
    z.overwrite((value) => singleLine(value).toLowerCase()),
    z.regex(z.regexes.email, { error: message, abort: true }),
    z.maxLength(255, tooLong(255)),
  );
}
