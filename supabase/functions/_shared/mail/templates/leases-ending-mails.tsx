import * as z from "zod/mini";
import { contractEndingSchema, endingTitles } from "#contracts/leases/endings.ts";
import { claimUntilSchema } from "#contracts/inspections/inspections.ts";
import { type ContractEndingsKind, contractsStatus } from "#contracts/stored-values.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { contractRow } from "../mail-examples.ts";
import { withoutLinks } from "../mail-formats.ts";
import { type DetailRow, Quote } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const endingRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  tenant_name: z.string(),
  tenant_email: z.nullable(z.string()),
  ending: contractEndingSchema,
  /** Event, from the mail's key. */
  news: z.enum(["asked", "question", "confirmed", "withdrawn", "regret"]),
});
type Ending = z.output<typeof contractEndingSchema>;

const example = {
  ...contractRow,
  tenant_name: "Ana Maria da Silva",
  tenant_email: "ana@exemplo.com.br",
  news: "asked",
  ending: {
    id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
    protocol: "EN-2026-0A1B2C3D",
    kind: "moved-out",
    asked_by: "tenant",
    asked_at: "2026-09-12T13:20:00+00:00",
    reason: null,
    keys_on: "2026-09-14",
    status: "asked",
    question: null,
    proof_at: null,
    refund: null,
  },
};

function rowsOf(contractNumber: string, ending: Ending): DetailRow[] {
  const { protocol, kind, asked_at, keys_on, proof_at } = ending;
  return [
    ["Protocolo", protocol],
    ["Contrato", contractNumber],
    ["Motivo", endingTitles[kind]],
    ["Recebido em", formatDateTime(asked_at)],
    ["Entrega das chaves", keys_on && formatShortDate(keys_on)],
    ["Recibo das chaves", keys_on && (proof_at === null ? "Ainda não enviado" : "Recebido")],
  ];
}

/** Defines the tenant's receipt of a withdrawal, with the refund (Decreto 7.962, art. 5). */
export const contractRegretted = defineRowMail(
  "contractRegretted",
  endingRowSchema,
  {
    ...example,
    ending: {
      ...example.ending,
      kind: "regret",
      keys_on: null,
      status: "confirmed",
      refund: { amount: 1620.45, dueOn: "2026-09-19", paidOn: null },
    },
  },
  ({ contract_number: contractNumber, ending }, { siteUrl }) => ({
    variables: {
      contractNumber,
      protocol: ending.protocol,
      refund: ending.refund
        ? `devolvemos ${formatCurrency(ending.refund.amount)} até ${formatShortDate(ending.refund.dueOn)}, na conta que você nos informar`
        : "não havia nada pago, e não há o que devolver",
    },
    facts: ["Desistência", ...rowsOf(contractNumber, ending)],
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);

type News = z.output<typeof endingRowSchema>["news"];

function newsOf(news: News, { keys_on }: Ending): string {
  const day = keys_on === null ? "agora" : `em ${formatShortDate(keys_on)}`;
  return {
    asked: "recebemos o seu pedido, e a nossa equipe confere",
    question: "a nossa equipe tem uma pergunta",
    confirmed: `a nossa equipe confirmou: o contrato termina ${day}`,
    withdrawn: "o pedido foi retirado, e o contrato continua como estava",
    regret: "você desistiu no prazo legal",
  }[news];
}

const deeds: Partial<Record<News, string>> = {
  regret: "desistiu do contrato",
  withdrawn: "retirou o pedido de encerramento do contrato",
};

/** Defines the tenant's mails about an ending: receipt, question, confirmation, withdrawal. */
export const endingNews = defineRowMail(
  "endingNews",
  endingRowSchema,
  example,
  ({ contract_number: contractNumber, ending, news }, { siteUrl }) => ({
    variables: { contractNumber, protocol: ending.protocol, news: newsOf(news, ending) },
    quote: news === "question" && ending.question !== null && (
      <Quote title="A pergunta">{ending.question}</Quote>
    ),
    facts: ["Pedido de encerramento", ...rowsOf(contractNumber, ending)],
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);

/** Defines the mail to the staff inbox about a withdrawal, a requested end, or its retraction. */
export const endingNotice = defineRowMail(
  "endingNotice",
  endingRowSchema,
  example,
  ({ contract_number: contractNumber, ending, news, ...contract }, { siteUrl }) => ({
    variables: {
      contractNumber,
      protocol: ending.protocol,
      tenantName: withoutLinks(contract.tenant_name),
      deed: deeds[news] ?? "pediu o encerramento do contrato",
    },
    replyTo: contract.tenant_email,
    details: ending.reason !== null && (
      <Quote title="Nas palavras de quem pediu">{withoutLinks(ending.reason)}</Quote>
    ),
    facts: ["Encerramento", ...rowsOf(contractNumber, ending)],
    url: `${siteUrl}/admin/contratos#${contract.id}`,
  }),
);

const endedSchema = z.object({
  contract_number: z.string(),
  status: z.enum(contractsStatus),
  start_date: z.string(),
  end_date: z.string(),
  closed_at: z.nullable(z.string()),
  close_reason: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  ending: z.optional(z.nullable(contractEndingSchema)),
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
});

const claimUntil = { day: "2026-10-14", countedFrom: "keys", since: "2026-09-14" };

/**
 * Reason for each kind of ending, as the end of a sentence about the last day. The kind "other" has none, because the
 * mail quotes staff's reason.
 */
const whyEnded: Partial<Record<ContractEndingsKind, string>> = {
  regret: ", porque você desistiu no prazo legal",
  "moved-out": ", com a devolução das chaves",
  "end-of-lease": ", com o fim da locação",
  "cancelled-before-start": ", antes de começar",
  unpaid: ", porque a taxa não foi paga",
};

const endings = {
  active: "Fim do prazo",
  ended: "Encerrado",
  cancelled: "Cancelado",
} as const;

/** Defines the mail to the tenant about the end of a contract. The mail about an early end quotes staff's reason. */
export const contractEnded = defineRowMail(
  "contractEnded",
  endedSchema,
  { ...contractRow, claimUntil },
  ({ contract_number: contractNumber, status, close_reason: reason, ...contract }, { siteUrl }) => {
    // Moment of a cancellation, otherwise the last day.
    const endedOn =
      contract.closed_at === null || contract.ends_on !== null
        ? formatShortDate(contract.ends_on ?? contract.end_date)
        : formatDateTime(contract.closed_at);
    const ending = contract.ending?.status === "confirmed" ? contract.ending : null;
    const refund = ending?.refund;
    return {
      variables: {
        contractNumber,
        endedOn,
        why: (ending && whyEnded[ending.kind]) ?? "",
        follows: contract.claimUntil
          ? `A fiança não cobre o que acontecer depois dessa data. Pelo que aconteceu enquanto ela valia, o proprietário pode acionar a garantia até ${formatShortDate(contract.claimUntil.day)}`
          : "A fiança foi cancelada e não garante nada",
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
      url: `${siteUrl}/area-cliente?aba=cliente`,
    };
  },
);
