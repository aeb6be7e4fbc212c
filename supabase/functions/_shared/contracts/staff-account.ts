import * as z from "zod/mini";
import { emailField } from "./email.ts";
import { newPasswordField, passwordField } from "./password.ts";

/** The admin tab in sign-in mode (spec section 5). */
export const staffSignInSchema = z.object({ email: emailField(), password: passwordField() });

/** The admin tab in sign-up mode: the same rules, with the limit of a password being chosen. */
export const staffSignUpSchema = z.object({ email: emailField(), password: newPasswordField() });
