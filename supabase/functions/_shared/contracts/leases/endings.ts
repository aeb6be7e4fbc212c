import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "../fields/formats.ts";
import { optionalTextField, textAreaField } from "../fields/text.ts";
import {
  type ContractEndingsKind,
  contractEndingsKind,
  contractEndingsStatus,
} from "../stored-values.ts";
import { fillVariables } from "../fields/variables.ts";
import { refundSchema } from "../requests/tracking.ts";

export const endingTitles = {
  regret: "Desistência no prazo legal",
  "moved-out": "Imóvel desocupado",
  "end-of-lease": "Fim da locação",
  "cancelled-before-start": "Cancelado antes do início",
  unpaid: "Taxa não paga",
  other: "Outro motivo",
} satisfies Record<ContractEndingsKind, string>;

export const endingWords = {
  regret: "regret",
  "moved-out": "movedOut",
  "end-of-lease": "leaseEnded",
  "cancelled-before-start": "notStarted",
  unpaid: "unpaid",
  other: "other",
} as const satisfies Record<ContractEndingsKind, string>;

/** Describes a tenant's refund in an editor's words. */
export function sayRefund(
  { amount, dueOn, paidOn }: z.output<typeof refundSchema>,
  texts: { refundText: string; refundedText: string },
): string {
  return fillVariables(paidOn ? texts.refundedText : texts.refundText, {
    amount: formatCurrency(amount),
    due: formatShortDate(dueOn),
    paid: paidOn ? formatShortDate(paidOn) : "",
  });
}

/** Fields of a request by a tenant: a link's secret, or the contract of a signed-in caller. */
export const partyShape = {
  secret: z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido"))),
  contractId: z.optional(z.uuid("Contrato inválido")),
} as const;

export const requireOneParty = z.refine<{
  secret?: string | undefined;
  contractId?: string | undefined;
}>(({ secret, contractId }) => (secret === undefined) !== (contractId === undefined), {
  error: "Pedido inválido",
  path: ["contractId"],
});

export const regretSchema = z
  .object({
    /** Id of the form; a second click changes nothing. */
    endingId: z.uuid("Pedido inválido"),
    ...partyShape,
  })
  .check(requireOneParty);

/** Reply of regret-contract: the protocol and the refund. */
export const regretReplySchema = z.object({
  protocol: z.string(),
  refund: z.optional(refundSchema),
});

/** Reasons that a tenant may give to end a contract in force. A contract that has not begun is cancelled instead. */
export const askedEndings = [
  "moved-out",
  "end-of-lease",
  "other",
] as const satisfies ContractEndingsKind[];

/**
 * Creates the form that requests the end of a contract. The keys are returned between `first` and `last` (YYYY-MM-DD).
 * The form for a contract that has not begun leaves out `kind` and `keysOn`. public.ask_ending has the same rules.
 */
export function endingFormSchema(first: string, last: string) {
  return z
    .object({
      kind: z.optional(z.enum(askedEndings, "Escolha o motivo")),
      keysOn: z.optional(
        z.iso.date("Informe o dia da entrega das chaves").check(
          z.refine((day) => day >= first, "A data não pode ser antes do início do contrato"),
          z.refine((day) => day <= last, "A data não pode ser depois do término do contrato"),
        ),
      ),
      reason: optionalTextField(1000),
    })
    .check(
      z.refine(({ kind, reason }) => kind !== "other" || (reason?.length ?? 0) >= 3, {
        error: "Conte o motivo",
        path: ["reason"],
      }),
    );
}

export const endingQuestionSchema = z.object({
  question: textAreaField({ min: 3, max: 1000, message: "Escreva a pergunta" }),
});

/** Ending as private.contract_ending returns it; days as YYYY-MM-DD, times as ISO 8601. */
export const contractEndingSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  kind: z.enum(contractEndingsKind),
  asked_by: z.enum(["tenant", "staff"]),
  asked_at: z.string(),
  reason: z.nullable(z.string()),
  keys_on: z.nullable(z.string()),
  status: z.enum(contractEndingsStatus),
  question: z.nullable(z.string()),
  /** Time at which the receipt of the keys came. */
  proof_at: z.nullable(z.string()),
  refund: z.nullable(refundSchema),
});
export type ContractEnding = z.output<typeof contractEndingSchema>;
