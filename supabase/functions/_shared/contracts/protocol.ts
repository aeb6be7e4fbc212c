import * as z from "zod/mini";

/** Crockford's base 32, and the five symbols that only check. */
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";

function checkSymbol(digits: string): string | undefined {
  const value = [...digits].reduce((rest, digit) => (rest * 32 + symbols.indexOf(digit)) % 37, 0);
  return symbols[value];
}

/**
 * A protocol as it is written, from what somebody types: small letters, without dashes, an O for a
 * zero, an I or L for a one. Undefined when it is none; the database has the same rule,
 * private.is_protocol.
 */
export function readProtocol(typed: string): string | undefined {
  const written = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const [, year, read = ""] = /^PS(\d{4})([0-9A-Z]{8})$/.exec(written) ?? [];
  const digits = read.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(digits)) return undefined;
  return checkSymbol(digits.slice(0, 7)) === digits[7] ? `PS-${year}-${digits}` : undefined;
}

/** A protocol that somebody types. */
export function protocolField() {
  const message = "Confira o protocolo: ele está no e-mail de confirmação";
  return z.pipe(
    z.string(message).check(z.maxLength(40, message)),
    z.pipe(
      z.transform((typed: string) => readProtocol(typed) ?? ""),
      z.string().check(z.minLength(1, message)),
    ),
  );
}
