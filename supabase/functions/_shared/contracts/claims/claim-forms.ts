import * as z from "zod/mini";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { moneyField } from "../fields/money.ts";
import { optionalTextField, textAreaField } from "../fields/text.ts";
import { bankAccountSchema } from "../payments/bank-account.ts";
import { claimItemKinds, mostClaimItems } from "./claims.ts";

/** Item of the form; the browser creates its id once. */
export const claimItemFormSchema = z.object({
  id: z.uuid("Item inválido"),
  kind: z.enum(claimItemKinds, "Escolha o que é"),
  description: textAreaField({ min: 3, max: 1000, message: "Descreva o item" }).check(
    refuseUndrawn,
  ),
  asked: moneyField("Informe o valor em reais"),
});

const noItems = "Inclua ao menos um item";

/** Form that opens a claim. Missing papers do not stop it. */
export const claimFormSchema = z.object({
  /** Day of the damage, or the day on which it was found. It decides which contract's limit the claim uses. */
  happenedOn: z.iso.date("Informe o dia do dano"),
  items: z
    .array(claimItemFormSchema, noItems)
    .check(
      z.minLength(1, noItems),
      z.maxLength(mostClaimItems, `Um pedido tem no máximo ${mostClaimItems} itens`),
    ),
  /** May be given later, by `change-account`. An account counts after its owner has opened the mailed link. */
  account: z.optional(bankAccountSchema),
});
export type ClaimForm = z.output<typeof claimFormSchema>;

/** Form of a review: the items whose decision the side disputes, and its reasons. */
export const claimReviewFormSchema = z.object({
  items: z
    .array(z.uuid("Item inválido"), "Escolha os itens que devem ser revistos")
    .check(z.minLength(1, "Escolha os itens que devem ser revistos"), z.maxLength(mostClaimItems)),
  text: textAreaField({ min: 10, max: 4000, message: "Conte o que deve ser revisto" }),
});

/** Form of the other side's answer to a review. */
export const claimReviewAnswerFormSchema = z.object({
  text: textAreaField({ min: 3, max: 4000, message: "Escreva a sua resposta" }),
});

export const claimReplyFormSchema = z.object({ text: optionalTextField(2000) });

/** Form of the tenant's answer; answer_claim takes `[{item_id, text}]`. */
export const claimAnswerFormSchema = z.object({
  answers: z
    .array(
      z.object({
        item_id: z.uuid("Item inválido"),
        text: textAreaField({ min: 3, max: 2000, message: "Escreva a sua resposta" }).check(
          refuseUndrawn,
        ),
      }),
    )
    .check(z.minLength(1, "Responda ao menos a um item"), z.maxLength(mostClaimItems)),
});

/** Staff's request to a party: ask_for_claim(claim_id, side, text, until). */
export const claimWantedFormSchema = z.object({
  side: z.enum(["landlord", "tenant"], "Escolha de quem se espera"),
  text: textAreaField({ min: 3, max: 1000, message: "Escreva o que falta" }),
  until: z.iso.date("Informe até quando"),
});
