import * as z from "zod/mini";

const minimum = 6;
const tooShort = `Senha deve ter no mínimo ${minimum} caracteres`;

/** A password typed to sign in: spec section 5, and bounded so that nobody posts a book. */
export function passwordField() {
  return z
    .string(tooShort)
    .check(z.minLength(minimum, tooShort), z.maxLength(200, "Senha inválida"));
}

/** A password being chosen: bcrypt, which the auth server uses, reads no more than 72 bytes. */
export function newPasswordField() {
  return passwordField().check(
    z.refine(
      (value) => new TextEncoder().encode(value).length <= 72,
      "Senha deve ter no máximo 72 caracteres",
    ),
  );
}
