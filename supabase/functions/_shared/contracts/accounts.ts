import * as z from "zod/mini";
import { emailField } from "./fields/people.ts";
import { textField } from "./fields/text.ts";

const minimum = 6;
const tenantMinimum = 8;
const staffMinimum = 12;

/** Field for the password of an existing account (spec section 5). Accepts 6 to 200 characters. */
function passwordField(shortest = minimum) {
  const tooShort = `Senha deve ter no mínimo ${shortest} caracteres`;
  return z
    .string(tooShort)
    .check(z.minLength(shortest, tooShort), z.maxLength(200, "Senha inválida"));
}

/** Field for a new password. Accepts at most 72 bytes, because bcrypt on the auth server ignores further bytes. */
function newPasswordField(shortest: number) {
  return passwordField(shortest).check(
    z.refine(
      (value) => new TextEncoder().encode(value).length <= 72,
      "Senha deve ter no máximo 72 caracteres",
    ),
  );
}

/** New password of a tenant. It is longer than the specification's six characters, because it opens money. */
const newTenantPasswordField = () => newPasswordField(tenantMinimum);

/** New password of a staff member. The auth server also refuses common and leaked passwords. */
const newStaffPasswordField = () => newPasswordField(staffMinimum);

/** Zod contract of the forgot-password dialog (spec section 5). */
export const passwordRecoverySchema = z.object({ email: emailField() });

/** Zod contract of recover-password. The account belongs to a tenant unless `account` says "staff". */
export const passwordRecoveryRequestSchema = z.extend(passwordRecoverySchema, {
  account: z._default(z.enum(["contract", "staff"]), "contract"),
});

export const newPasswordFormSchema = z.object({ password: newTenantPasswordField() });

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
  newPassword: newTenantPasswordField(),
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

// Between the parts stand hyphens, blanks or nothing. \p{Pd} has every dash and hyphen, but not the minus sign.
const copiedNumber =
  /(?<![\dA-Z])PF[\s\p{Pd}\u2212]*(\d{4})((?:[\s\p{Pd}\u2212]*[\dA-F]){10})(?![\dA-Z])/u;

/** Returns the contract number in a copied text, as it is stored. Returns a text without a number in upper case. */
function storedNumber(typed: string): string {
  const written = typed.toUpperCase();
  const [, year, rest] = copiedNumber.exec(written) ?? [];
  return rest === undefined ? written : `PF-${year}-${rest.replaceAll(/[^\dA-F]/g, "")}`;
}

/** Zod contract of the sign-in form in the client tab (spec section 5). */
export const contractSignInSchema = z.object({
  contractNumber: textField({
    min: 1,
    // Long enough for a sentence that was copied with the number.
    max: 200,
    message: "Número do contrato é obrigatório",
  }).check(z.overwrite(storedNumber)),
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
