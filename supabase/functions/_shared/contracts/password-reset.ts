import * as z from "zod/mini";
import { deviceField } from "./device-token.ts";
import { newPasswordField, passwordField } from "./password.ts";

/** The new-password form that the recovery link opens. */
export const newPasswordFormSchema = z.object({ password: newPasswordField() });

/** The token hash of a mailed link. */
export function linkTokenField() {
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
