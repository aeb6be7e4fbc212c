import * as z from "zod/mini";
import { emailField } from "./fields/people.ts";
import { textField } from "./fields/text.ts";

const minimum = 6;
const staffMinimum = 12;
const tooShort = `Senha deve ter no mínimo ${minimum} caracteres`;

/** Field for the password of an existing account (spec section 5). Accepts 6 to 200 characters. */
function passwordField() {
  return z
    .string(tooShort)
    .check(z.minLength(minimum, tooShort), z.maxLength(200, "Senha inválida"));
}

/** Field for a new password. Accepts at most 72 bytes, because bcrypt on the auth server ignores further bytes. */
function newPasswordField() {
  return passwordField().check(
    z.refine(
      (value) => new TextEncoder().encode(value).length <= 72,
      "Senha deve ter no máximo 72 caracteres",
    ),
  );
}

/** New password of a staff member. The auth server also refuses common and leaked passwords. */
function newStaffPasswordField() {
  return newPasswordField().check(
    z.minLength(staffMinimum, `Senha deve ter no mínimo ${staffMinimum} caracteres`),
  );
}

/** Zod contract of the forgot-password dialog (spec section 5). */
export const passwordRecoverySchema = z.object({ email: emailField() });

/** Zod contract of recover-password. The account belongs to a tenant unless `account` says "staff". */
export const passwordRecoveryRequestSchema = z.extend(passwordRecoverySchema, {
  account: z._default(z.enum(["contract", "staff"]), "contract"),
});

export const newPasswordFormSchema = z.object({ password: newPasswordField() });

function linkTokenField() {
  return z
    .string("Link inválido")
    .check(z.regex(/^[\w-]{16,200}$/, "Link inválido ou expirado. Solicite um novo."));
}

/** Zod contract of reset-contract-password. The token hash comes from the URL fragment of the mailed link. */
export const passwordResetSchema = z.extend(newPasswordFormSchema, {
  tokenHash: linkTokenField(),
  device: deviceField(),
});

export const passwordChangeFormSchema = z.object({
  currentPassword: passwordField(),
  newPassword: newPasswordField(),
});

export const passwordChangeSchema = z.extend(passwordChangeFormSchema, { device: deviceField() });

/** Zod contract of the sign-in form in the admin tab (spec section 5). */
export const staffSignInSchema = z.object({ email: emailField(), password: passwordField() });

export const staffSignInRequestSchema = z.extend(staffSignInSchema, { device: deviceField() });

/** Zod contract of the sign-up form in the admin tab, and of sign-up-staff (domain decision 2). */
export const staffSignUpSchema = z.object({
  email: emailField(),
  password: newStaffPasswordField(),
});

export const newStaffPasswordFormSchema = z.object({ password: newStaffPasswordField() });

export const staffPasswordResetSchema = z.extend(newStaffPasswordFormSchema, {
  tokenHash: linkTokenField(),
  device: deviceField(),
});

export const staffPasswordChangeFormSchema = z.object({
  currentPassword: passwordField(),
  newPassword: newStaffPasswordField(),
});

export const staffPasswordChangeSchema = z.extend(staffPasswordChangeFormSchema, {
  device: deviceField(),
});

/** Form on the page that a staff member's confirmation link opens. The person types the password of the sign-up. */
export const staffConfirmationFormSchema = z.object({ password: passwordField() });

export const staffConfirmationSchema = z.extend(staffConfirmationFormSchema, {
  tokenHash: linkTokenField(),
});

/** Session that edge functions return after a password check. The browser passes the session to `setSession`. */
export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  token_type: z.string(),
});

export type Session = z.output<typeof sessionSchema>;

/** Reply of reset-contract-password. The session is null when the password was set but the sign-in failed. */
export const passwordResetReplySchema = z.object({ session: z.nullable(sessionSchema) });

/** Zod contract of the sign-in form in the client tab (spec section 5). */
export const contractSignInSchema = z.object({
  contractNumber: textField({ min: 1, max: 40, message: "Número do contrato é obrigatório" }),
  password: passwordField(),
});

export const contractSignInRequestSchema = z.extend(contractSignInSchema, {
  device: deviceField(),
});

/**
 * Random token that identifies a known browser but gives no access. Failed sign-ins in other browsers do not lock out a
 * known browser.
 */
function deviceField() {
  return z.catch(z.optional(z.string().check(z.regex(/^[\w-]{32,64}$/))), undefined);
}
