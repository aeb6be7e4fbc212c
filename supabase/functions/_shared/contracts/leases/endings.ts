import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "../fields/formats.ts";
import { optionalTextField, textAreaField } from "../fields/text.ts";
import {
  type ContractEndingsKind,
  contractEndingsAskedBy,
  contractEndingsKind,
  contractEndingsStatus,
  handoverStatementsSide,
} from "../stored-values.ts";
import { fillVariables } from "../fields/variables.ts";
import { refundSchema } from "../requests/tracking.ts";

export const endingTitles = {
  regret: "Desistência no prazo legal",
  "moved-out": "Imóvel desocupado",
  "end-of-lease": "Fim da locação",
  "cancelled-before-start": "Cancelado antes do início",
  "never-began": "A locação não começou",
  unpaid: "Taxa não paga",
  other: "Outro motivo",
} satisfies Record<ContractEndingsKind, string>;

export const endingWords = {
  regret: "regret",
  "moved-out": "movedOut",
  "end-of-lease": "leaseEnded",
  "cancelled-before-start": "notStarted",
  "never-began": "neverBegan",
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
    /** Whether the tenant knows that an open claim ends with the contract. */
    despiteClaim: z.optional(z.boolean()),
    ...partyShape,
  })
  .check(requireOneParty);

/**
 * Reply of regret-contract. `claim` means that nothing has changed: a claim with this protocol is open, and the caller
 * must send `despiteClaim`.
 */
export const regretReplySchema = z.object({
  outcome: z.enum(["regretted", "claim"]),
  protocol: z.string(),
  refund: z.optional(refundSchema),
});
export type RegretReply = z.output<typeof regretReplySchema>;

/** Reasons that a tenant may give to end a contract in force. A contract that has not begun is cancelled instead. */
export const askedEndings = [
  "moved-out",
  "end-of-lease",
  "never-began",
  "other",
] as const satisfies ContractEndingsKind[];

function handoverDay(first: string, last: string) {
  return z.iso.date("Informe o dia da entrega das chaves").check(
    z.refine((day) => day >= first, "A data não pode ser antes do início do contrato"),
    z.refine((day) => day <= last, "A data não pode ser depois do término do contrato"),
  );
}

/**
 * Creates the form that requests the end of a contract. The keys are returned between `first` and `last` (YYYY-MM-DD).
 * The form for a contract that has not begun leaves out `kind` and `keysOn`. public.ask_ending has the same rules.
 */
export function endingFormSchema(first: string, last: string) {
  return z
    .object({
      kind: z.optional(z.enum(askedEndings, "Escolha o motivo")),
      // A field that the form has hidden again keeps an empty text.
      keysOn: z.pipe(
        z.optional(z.string()),
        z.pipe(
          z.transform((day: string | undefined) => day || undefined),
          z.optional(handoverDay(first, last)),
        ),
      ),
      reason: optionalTextField(1000),
    })
    .check(
      z.refine(
        ({ kind, reason }) =>
          (kind !== "other" && kind !== "never-began") || (reason?.length ?? 0) >= 3,
        { error: "Conte o motivo", path: ["reason"] },
      ),
      z.refine(
        ({ kind, keysOn }) => kind === undefined || kind === "never-began" || Boolean(keysOn),
        {
          error: "Informe o dia da entrega das chaves",
          path: ["keysOn"],
        },
      ),
    );
}

/** Creates the form in which a side states the day of the keys, between `first` and `last` (YYYY-MM-DD). */
export function handoverFormSchema(first: string, last: string) {
  return z.object({
    keysOn: handoverDay(first, last),
    note: optionalTextField(1000),
  });
}

export const endingQuestionSchema = z.object({
  question: textAreaField({ min: 3, max: 1000, message: "Escreva a pergunta" }),
});

const handoverStatementSchema = z.object({
  side: z.enum(handoverStatementsSide),
  keysOn: z.string(),
  note: z.optional(z.string()),
  statedAt: z.string(),
  /** Time at which the receipt of the keys came. */
  proofAt: z.optional(z.string()),
  /** Id under which staff open the receipt. */
  proofId: z.optional(z.string()),
});
export type HandoverStatement = z.output<typeof handoverStatementSchema>;

/** Ending as both sides read it. */
export const handoverSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  kind: z.enum(contractEndingsKind),
  asked_by: z.enum(contractEndingsAskedBy),
  asked_at: z.string(),
  keys_on: z.nullable(z.string()),
  status: z.enum(contractEndingsStatus),
  /** Last day on which the other side can state another day of the keys. */
  answer_until: z.nullable(z.string()),
  /** Sides that may still state the day. Staff cannot confirm before. */
  waits_for: z.array(z.enum(["tenant", "landlord"])),
  /** Day of the keys as each side states it. */
  statements: z.array(handoverStatementSchema),
  landlord_told_on: z.nullable(z.string()),
});

/** Ending as private.contract_ending returns it; days as YYYY-MM-DD, times as ISO 8601. */
export const contractEndingSchema = z.extend(handoverSchema, {
  reason: z.nullable(z.string()),
  question: z.nullable(z.string()),
  /** Time at which the tenant's receipt of the keys came. */
  proof_at: z.nullable(z.string()),
  refund: z.nullable(refundSchema),
});
export type ContractEnding = z.output<typeof contractEndingSchema>;
