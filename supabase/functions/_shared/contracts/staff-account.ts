import * as z from "zod/mini";
import { deviceField } from "./device-token.ts";
import { emailField } from "./email.ts";
import { newStaffPasswordField, passwordField } from "./password.ts";
import { linkTokenField } from "./password-reset.ts";

/** The admin tab in sign-in mode (spec section 5). */
export const staffSignInSchema = z.object({ email: emailField(), password: passwordField() });

/** What sign-in-staff takes. */
export const staffSignInRequestSchema = z.extend(staffSignInSchema, { device: deviceField() });

/** The admin tab in sign-up mode and sign-up-staff (domain decision 2). */
export const staffSignUpSchema = z.object({
  email: emailField(),
  password: newStaffPasswordField(),
});

/** The form that the confirmation link opens: the password chosen at the sign-up. */
export const staffConfirmationFormSchema = z.object({ password: passwordField() });

/** What confirm-staff-address takes; the hash comes from the link's fragment. */
export const staffConfirmationSchema = z.extend(staffConfirmationFormSchema, {
  tokenHash: linkTokenField(),
});
