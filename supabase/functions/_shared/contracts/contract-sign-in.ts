import * as z from "zod/mini";
import { deviceField } from "./device-token.ts";
import { passwordField } from "./password.ts";
import { textField } from "./text.ts";

/** The client tab (spec section 5). */
export const contractSignInSchema = z.object({
  contractNumber: textField({ min: 1, max: 40, message: "Número do contrato é obrigatório" }),
  password: passwordField(),
});

/** What sign-in-contract takes. */
export const contractSignInRequestSchema = z.extend(contractSignInSchema, {
  device: deviceField(),
});
