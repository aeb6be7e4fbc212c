import * as z from "zod/mini";
import { lengths, singleLine, tooLong } from "./text.ts";

const message = "Email inválido";
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
export function emailField(missing = message) {
  return z
    .string(missing)
    .check(
      z.overwrite((value) => withAsciiDomain(singleLine(value).toLowerCase())),
      z.minLength(1, { error: missing, abort: true }),
      z.regex(z.regexes.email, { error: message, abort: true }),
      z.maxLength(most, tooLong(most)),
    )
    .register(lengths, { max: most });
}
