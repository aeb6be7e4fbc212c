import * as z from "zod/mini";

/**
 * One filling-in of a form. The browser makes it, so that a retry after a lost answer stores
 * nothing twice; without it each request counts as new.
 */
export function submissionIdField() {
  return z._default(z.uuid("Identificador de envio inválido"), () => crypto.randomUUID());
}
