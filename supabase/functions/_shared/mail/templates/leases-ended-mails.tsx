import * as z from "zod/mini";
import { contractEndingSchema, endingTitles } from "#contracts/leases/endings.ts";
import { type ContractEndingsKind, contractsStatus } from "#contracts/stored-values.ts";
import { claimUntilSchema, countClaimDays } from "#contracts/inspections/inspections.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { contractRow } from "../mail-examples.ts";
import { contractUrl } from "../mail-formats.ts";
import { Quote } from "../mail-parts.tsx";
import { claimUntilExample } from "../words/ending-words.ts";
import { balanceExample, balanceSchema, feeNow } from "../words/fee-words.ts";
import { defineRowMail } from "../word-mail.tsx";

const endedSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  status: z.enum(contractsStatus),
  start_date: z.string(),
  end_date: z.string(),
  closed_at: z.nullable(z.string()),
  close_reason: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  ending: z.optional(z.nullable(contractEndingSchema)),
  balance: balanceSchema,
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
});

/**
 * Reason for each kind of ending, as the end of a sentence about the last day. The kind "other" has none, because the
 * mail quotes staff's reason.
 */
const whyEnded: Partial<Record<ContractEndingsKind, string>> = {
  regret: ", porque você desistiu no prazo legal",
  "moved-out": ", com a devolução das chaves",
  "end-of-lease": ", com o fim da locação",
  "cancelled-before-start": ", antes de começar",
  "never-began": ", porque a locação não começou",
  unpaid: ", porque a taxa não foi paga",
};

const endings = {
  active: "Fim do prazo",
  ended: "Encerrado",
  cancelled: "Cancelado",
} as const;

/** Advice for the time after each kind of end. The same lease can continue only after the end of a term. */
const outlooks = {
  active:
    "Vai continuar no imóvel? A fiança não se renova sozinha: responda a este e-mail para receber as condições de uma nova. Se a locação continuar sem renovação, o que for encontrado depois da última vigência não está garantido.",
  ended: "Vai alugar outro imóvel? Faça uma nova simulação ou responda a este e-mail.",
  cancelled:
    "Ainda precisa de uma garantia? Faça uma nova simulação ou responda a este e-mail. Se o imóvel já foi alugado com esta carta, combine outra garantia com o proprietário ou a imobiliária.",
} as const;

/** Defines the mail to the tenant about the end of a contract. The mail about an early end quotes staff's reason. */
export const contractEnded = defineRowMail(
  "contractEnded",
  endedSchema,
  { ...contractRow, balance: balanceExample, claimUntil: claimUntilExample },
  ({ contract_number: contractNumber, status, close_reason: reason, ...contract }, context) => {
    // Moment of a cancellation, otherwise the last day.
    const endedOn =
      contract.closed_at === null || contract.ends_on !== null
        ? formatShortDate(contract.ends_on ?? contract.end_date)
        : formatDateTime(contract.closed_at);
    const ending = contract.ending?.status === "confirmed" ? contract.ending : null;
    const refund = ending?.refund;
    const { claimUntil } = contract;
    return {
      variables: {
        contractNumber,
        endedOn,
        why: (ending && whyEnded[ending.kind]) ?? "",
        follows:
          claimUntil && status !== "cancelled"
            ? `A fiança não cobre o que acontecer depois dessa data. Pelo que aconteceu enquanto ela valia, o proprietário pode acionar a garantia até ${formatShortDate(claimUntil.day)}: são ${countClaimDays(claimUntil, context.rules)}`
            : "A fiança foi cancelada e não garante nada",
        fee: feeNow(contract.balance),
        outlook: outlooks[status],
      },
      quote: reason !== null && <Quote title="Motivo">{reason}</Quote>,
      facts: [
        "Contrato",
        ["Número", contractNumber],
        ["Situação", endings[status]],
        ["Terminou em", endedOn],
        ["Motivo", ending && endingTitles[ending.kind]],
        ["Protocolo", ending && ending.protocol],
        [
          "A devolver",
          refund ? `${formatCurrency(refund.amount)} até ${formatShortDate(refund.dueOn)}` : null,
        ],
        [
          "Prazo contratado",
          `${formatShortDate(contract.start_date)} a ${formatShortDate(contract.end_date)}`,
        ],
      ],
      url: contractUrl(context, contract.id),
    };
  },
);
