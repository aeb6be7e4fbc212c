import * as z from "zod/mini";

const minimum = 6;
const staffMinimum = 12;
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

/** A password that staff choose; the server refuses common and leaked ones besides. */
export function newStaffPasswordField() {
  return newPasswordField().check(
    z.minLength(staffMinimum, `Senha deve ter no mínimo ${staffMinimum} caracteres`),
  );
}
