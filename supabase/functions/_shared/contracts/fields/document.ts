import { isValidCnpj } from "@brazilian-utils/brazilian-utils/is-valid-cnpj";
import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf";
import * as z from "zod/mini";
import { singleLine } from "./text.ts";

/**
 * Field for a CPF or CNPJ in any notation. A CNPJ may contain letters. Outputs the document without punctuation, or
 * undefined when blank. The field is not in people.ts, because public forms never ask for a CNPJ and must not load the
 * CNPJ check.
 */
export function documentField() {
  const message = "CPF ou CNPJ inválido";
  return z.pipe(
    z.optional(z.string(message)),
    z.transform((typed, context) => {
      const written = singleLine(typed ?? "")
        .replace(/[\s./\u2010-\u2015-]/gu, "")
        .toUpperCase();
      if (written === "") return undefined;
      const isOne = /^\d{11}$/.test(written)
        ? isValidCpf(written)
        : /^[0-9A-Z]{12}\d{2}$/.test(written) && isValidCnpj(written, { version: 2 });
      if (isOne) return written;
      context.issues.push({ code: "custom", input: typed, message });
      return z.NEVER;
    }),
  );
}
