import * as z from "zod/mini";
import { contractEndingSchema, endingTitles } from "../../contracts/guarantee/endings.ts";
import { claimUntilSchema } from "../../contracts/guarantee/inspections.ts";
import { type ContractEndingsKind, contractsStatus } from "../../contracts/stored-values.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "../../contracts/fields/formats.ts";
import { defineTemplate } from "../define-template.ts";
import { contractRow } from "../mail-examples.ts";
import { withoutLinks } from "../mail-formats.ts";
import { Action, type DetailRow, Details, Quote } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const endingSource = z.object({
  subject: z.object({
    id: z.string(),
    contract_number: z.string(),
    tenant_name: z.string(),
    tenant_email: z.nullable(z.string()),
    ending: contractEndingSchema,
    /** What has happened, as the key of the mail says. */
    news: z.enum(["asked", "question", "confirmed", "withdrawn", "regret"]),
  }),
});
type Ending = z.output<typeof contractEndingSchema>;

const example = {
  subject: {
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
  },
};

function rowsOf(contractNumber: string, ending: Ending): DetailRow[] {
  const { protocol, kind, asked_at, keys_on, proof_at } = ending;
  return [
    ["Protocolo", protocol],
    ["Contrato", contractNumber],
    ["Motivo", endingTitles[kind]],
    ["Recebido em", formatDateTime(asked_at)],
    ...(keys_on === null
      ? []
      : [
          ["Entrega das chaves", formatShortDate(keys_on)] as const,
          ["Recibo das chaves", proof_at === null ? "Ainda não enviado" : "Recebido"] as const,
        ]),
  ];
}

/** To the tenant, at once: the receipt of a withdrawal, with what goes back (Decreto 7.962, art. 5). */
export const contractRegretted = defineTemplate(
  endingSource,
  {
    subject: {
      ...example.subject,
      ending: {
        ...example.subject.ending,
        kind: "regret",
        keys_on: null,
        status: "confirmed",
        refund: { amount: 1620.45, dueOn: "2026-09-19", paidOn: null },
      },
    },
  },
  ({ subject: { contract_number: contractNumber, ending } }, context) => {
    const { protocol, refund } = ending;
    const words = wordMail(context, "contractRegretted", {
      contractNumber,
      protocol,
      refund: refund
        ? `devolvemos ${formatCurrency(refund.amount)} até ${formatShortDate(refund.dueOn)}, pelo mesmo meio do pagamento`
        : "não havia nada pago, e não há o que devolver",
    });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Desistência" rows={rowsOf(contractNumber, ending)} />
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

type News = z.output<typeof endingSource>["subject"]["news"];

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

/** To the tenant, of an ending that was asked for: its receipt, a question, that it is confirmed or taken back. */
export const endingNews = defineTemplate(
  endingSource,
  example,
  ({ subject: { contract_number: contractNumber, ending, news } }, context) => {
    const words = wordMail(context, "endingNews", {
      contractNumber,
      protocol: ending.protocol,
      news: newsOf(news, ending),
    });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          {news === "question" && ending.question !== null && (
            <Quote title="A pergunta">{ending.question}</Quote>
          )}
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <Details title="Pedido de encerramento" rows={rowsOf(contractNumber, ending)} />
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** To the staff inbox: somebody has withdrawn, asks for the end, or takes that back. */
export const endingNotice = defineTemplate(endingSource, example, ({ subject }, context) => {
  const { id, contract_number: contractNumber, ending, news } = subject;
  const words = wordMail(context, "endingNotice", {
    contractNumber,
    protocol: ending.protocol,
    tenantName: withoutLinks(subject.tenant_name),
    deed: deeds[news] ?? "pediu o encerramento do contrato",
  });
  return {
    ...words,
    ...(subject.tenant_email !== null && { replyTo: subject.tenant_email }),
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        {ending.reason !== null && (
          <Quote title="Nas palavras de quem pediu">{withoutLinks(ending.reason)}</Quote>
        )}
        <Details title="Encerramento" rows={rowsOf(contractNumber, ending)} />
        <Action url={`${context.siteUrl}/admin/contratos#${id}`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});

const contractEndedSource = z.object({
  subject: z.object({
    contract_number: z.string(),
    status: z.enum(contractsStatus),
    start_date: z.string(),
    end_date: z.string(),
    closed_at: z.nullable(z.string()),
    close_reason: z.nullable(z.string()),
    ends_on: z.nullable(z.string()),
    ending: z.optional(z.nullable(contractEndingSchema)),
    claimUntil: z.optional(z.nullable(claimUntilSchema)),
  }),
});

const claimUntil = { day: "2026-10-14", countedFrom: "keys", since: "2026-09-14" };

/** Why, as part of the sentence that says when; nothing of what the reason below tells. */
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

/** To the tenant, once a contract's term is over or staff end or cancel it, with their reason. */
export const contractEnded = defineTemplate(
  contractEndedSource,
  { subject: { ...contractRow, claimUntil } },
  ({ subject }, context) => {
    const { contract_number, status, closed_at, close_reason, ends_on } = subject;
    // Of a cancelled one the moment, of any other its last day.
    const endedOn =
      closed_at === null || ends_on !== null
        ? formatShortDate(ends_on ?? subject.end_date)
        : formatDateTime(closed_at);
    const ending = subject.ending?.status === "confirmed" ? subject.ending : null;
    const words = wordMail(context, "contractEnded", {
      contractNumber: contract_number,
      endedOn,
      why: (ending && whyEnded[ending.kind]) ?? "",
      follows: subject.claimUntil
        ? `A fiança não cobre o que acontecer depois dessa data. Pelo que aconteceu enquanto ela valia, o proprietário pode acionar a garantia até ${formatShortDate(subject.claimUntil.day)}`
        : "A fiança foi cancelada e não garante nada",
    });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          {close_reason !== null && <Quote title="Motivo">{close_reason}</Quote>}
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <Details
            title="Contrato"
            rows={[
              ["Número", contract_number],
              ["Situação", endings[status]],
              ["Terminou em", endedOn],
              ...(ending
                ? [
                    ["Motivo", endingTitles[ending.kind]] as const,
                    ["Protocolo", ending.protocol] as const,
                  ]
                : []),
              ...(ending?.refund
                ? [
                    [
                      "A devolver",
                      `${formatCurrency(ending.refund.amount)} até ${formatShortDate(ending.refund.dueOn)}`,
                    ] as const,
                  ]
                : []),
              [
                "Prazo contratado",
                `${formatShortDate(subject.start_date)} a ${formatShortDate(subject.end_date)}`,
              ],
            ]}
          />
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
