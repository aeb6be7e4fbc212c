import * as z from "zod/mini";
import { emailField } from "./fields/people.ts";
import { textField } from "./fields/text.ts";

const minimum = 6;
const staffMinimum = 12;
const tooShort = `Senha deve ter no mínimo ${minimum} caracteres`;

/** A password typed to sign in: spec section 5, and bounded so that nobody posts a book. */
function passwordField() {
  return z
    .string(tooShort)
    .check(z.minLength(minimum, tooShort), z.maxLength(200, "Senha inválida"));
}

/** A password being chosen: bcrypt, which the auth server uses, reads no more than 72 bytes. */
function newPasswordField() {
  return passwordField().check(
    z.refine(
      (value) => new TextEncoder().encode(value).length <= 72,
      "Senha deve ter no máximo 72 caracteres",
    ),
  );
}

/** A password that staff choose; the server refuses common and leaked ones besides. */
function newStaffPasswordField() {
  return newPasswordField().check(
    z.minLength(staffMinimum, `Senha deve ter no mínimo ${staffMinimum} caracteres`),
  );
}

/** The forgot-password dialog and recover-password (spec section 5). */
export const passwordRecoverySchema = z.object({ email: emailField() });

/** What recover-password takes: whose password it is, a tenant's unless it says staff. */
export const passwordRecoveryRequestSchema = z.extend(passwordRecoverySchema, {
  account: z._default(z.enum(["contract", "staff"]), "contract"),
});

/** The new-password form that the recovery link opens. */
export const newPasswordFormSchema = z.object({ password: newPasswordField() });

/** The token hash of a mailed link. */
function linkTokenField() {
  return z
    .string("Link inválido")
    .check(z.regex(/^[\w-]{16,200}$/, "Link inválido ou expirado. Solicite um novo."));
}

/** What reset-contract-password takes; the hash comes from the link's fragment. */
export const passwordResetSchema = z.extend(newPasswordFormSchema, {
  tokenHash: linkTokenField(),
  device: deviceField(),
});

/** The form in /contrato that changes the password. */
export const passwordChangeFormSchema = z.object({
  currentPassword: passwordField(),
  newPassword: newPasswordField(),
});

/** What change-contract-password takes. */
export const passwordChangeSchema = z.extend(passwordChangeFormSchema, { device: deviceField() });

/** The admin tab in sign-in mode (spec section 5). */
export const staffSignInSchema = z.object({ email: emailField(), password: passwordField() });

/** What sign-in-staff takes. */
export const staffSignInRequestSchema = z.extend(staffSignInSchema, { device: deviceField() });

/** The admin tab in sign-up mode and sign-up-staff (domain decision 2). */
export const staffSignUpSchema = z.object({
  email: emailField(),
  password: newStaffPasswordField(),
});

/** The form that the recovery link of staff opens. */
export const newStaffPasswordFormSchema = z.object({ password: newStaffPasswordField() });

/** What reset-staff-password takes; the hash comes from the link's fragment. */
export const staffPasswordResetSchema = z.extend(newStaffPasswordFormSchema, {
  tokenHash: linkTokenField(),
  device: deviceField(),
});

/** The form of the staff area that changes the own password. */
export const staffPasswordChangeFormSchema = z.object({
  currentPassword: passwordField(),
  newPassword: newStaffPasswordField(),
});

/** What change-staff-password takes. */
export const staffPasswordChangeSchema = z.extend(staffPasswordChangeFormSchema, {
  device: deviceField(),
});

/** The form that the confirmation link opens: the password chosen at the sign-up. */
export const staffConfirmationFormSchema = z.object({ password: passwordField() });

/** What confirm-staff-address takes; the hash comes from the link's fragment. */
export const staffConfirmationSchema = z.extend(staffConfirmationFormSchema, {
  tokenHash: linkTokenField(),
});

/** What the functions that judge a password answer: what `setSession` takes. */
export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  token_type: z.string(),
});

export type Session = z.output<typeof sessionSchema>;

/** What reset-contract-password answers; null when the password was set and signing in failed. */
export const passwordResetReplySchema = z.object({ session: z.nullable(sessionSchema) });

/** The client tab (spec section 5). */
export const contractSignInSchema = z.object({
  contractNumber: textField({ min: 1, max: 40, message: "Número do contrato é obrigatório" }),
  password: passwordField(),
});

/** What sign-in-contract takes. */
export const contractSignInRequestSchema = z.extend(contractSignInSchema, {
  device: deviceField(),
});

/**
 * The random token by which a browser that has signed in is known again, so that strangers who
 * try the same account cannot lock it out. It opens nothing: the password is asked all the same.
 * What is no token counts as none.
 */
function deviceField() {
  return z.catch(z.optional(z.string().check(z.regex(/^[\w-]{32,64}$/))), undefined);
}
