import * as z from "zod/mini";
import { documentField } from "../fields/document.ts";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { textField } from "../fields/text.ts";
import { partyShape, requireOneParty } from "../leases/endings.ts";
import { checkPixKey } from "./pix.ts";

const holder = {
  holder: textField({ min: 3, max: 100, message: "Informe o nome do titular" }).check(
    refuseUndrawn,
  ),
  document: z
    .pipe(documentField(), z.string("Informe o CPF ou CNPJ do titular"))
    .check(z.minLength(1, "Informe o CPF ou CNPJ do titular")),
};
const missingKey = "Informe a chave Pix";

/** Account of a landlord or tenant that gets a payment; private.is_bank_account has the same rules. */
export const bankAccountSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("pix"),
      key: textField({ min: 1, max: 100, message: missingKey }).check(
        z.refine((key) => checkPixKey(key) === true, {
          error:
            "Esta chave não existe: use CPF, CNPJ, celular com DDD, e-mail ou chave aleatória.",
        }),
      ),
      ...holder,
    }),
    z.object({
      kind: z.literal("bank"),
      bank: textField({ min: 2, max: 60, message: "Informe o banco" }),
      branch: textField({ min: 1, max: 10, message: "Informe a agência" }).check(
        z.regex(/^[0-9Xx-]+$/, "A agência tem só números"),
      ),
      number: textField({ min: 2, max: 20, message: "Informe a conta com o dígito" }).check(
        z.regex(/^[0-9Xx.-]+$/, "A conta tem só números e o dígito"),
      ),
      type: z.enum(["checking", "savings"], "Escolha o tipo da conta"),
      ...holder,
    }),
  ],
  "Escolha como quer receber",
);
export type BankAccount = z.output<typeof bankAccountSchema>;

/** Input of the edge function refund-account. */
export const refundAccountRequestSchema = z.discriminatedUnion(
  "action",
  [
    z
      .object({ action: z.literal("give"), ...partyShape, account: bankAccountSchema })
      .check(requireOneParty),
    z.object({
      action: z.literal("confirm"),
      /** Secret after /contrato#conta= in the mailed link. */
      accountSecret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
    }),
  ],
  "Pedido inválido",
);
