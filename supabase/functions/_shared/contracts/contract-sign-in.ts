import * as z from "zod/mini";
import { passwordField } from "./password.ts";
import { textField } from "./text.ts";

/** The client tab and sign-in-contract (spec section 5). */
export const contractSignInSchema = z.object({
  contractNumber: textField({ min: 1, max: 40, message: "Número do contrato é obrigatório" }),
  password: passwordField(),
});

/** What sign-in-contract answers: what `setSession` takes, and the number as it is stored. */
export const contractSessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  token_type: z.string(),
});

export type ContractSession = z.output<typeof contractSessionSchema>;
