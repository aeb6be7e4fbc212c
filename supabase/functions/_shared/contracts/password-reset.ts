import * as z from "zod/mini";
import { newPasswordField } from "./password.ts";

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
});
