import * as z from "zod/mini";
import { emailField } from "./email.ts";

/** The forgot-password dialog and recover-password (spec section 5). */
export const passwordRecoverySchema = z.object({ email: emailField() });
