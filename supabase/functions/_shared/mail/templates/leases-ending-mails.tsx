import { endingTitles } from "#contracts/leases/endings.ts";
import type { HandoverStatementsSide } from "#contracts/stored-values.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { contractUrl, landlordUrl, leaseRows, withoutLinks } from "../mail-formats.ts";
import { type DetailRow, Quote } from "../mail-parts.tsx";
import {
  type EndingRow,
  endingExample,
  endingRowSchema,
  landlordNews,
  landlordNext,
  tenantNews,
  tenantNext,
} from "../words/ending-words.ts";
import { feeToCome } from "../words/fee-words.ts";
import { defineRowMail } from "../word-mail.tsx";

type Ending = EndingRow["ending"];

const statementLabels = {
  tenant: "Chaves, segundo o locatário",
  landlord: "Chaves, segundo o locador",
  staff: "Chaves, segundo a equipe",
} satisfies Record<HandoverStatementsSide, string>;

/** Returns a row for the day of the keys as each side states it. */
const statementRows = ({ statements }: Ending): DetailRow[] =>
  statements.map(({ side, keysOn }) => [statementLabels[side], formatShortDate(keysOn)]);

function rowsOf(contractNumber: string, ending: Ending): DetailRow[] {
  const { protocol, kind, asked_at, keys_on, proof_at } = ending;
  return [
    ["Protocolo", protocol],
    ["Contrato", contractNumber],
    ["Motivo", endingTitles[kind]],
    ["Recebido em", formatDateTime(asked_at)],
    ...statementRows(ending),
    [
      "Entrega das chaves",
      ending.status === "confirmed" ? keys_on && formatShortDate(keys_on) : null,
    ],
    ["Recibo das chaves", keys_on && (proof_at === null ? "Ainda não enviado" : "Recebido")],
  ];
}

/** Defines the tenant's receipt of a withdrawal, with the refund (Decreto 7.962, art. 5). */
export const contractRegretted = defineRowMail(
  "contractRegretted",
  endingRowSchema,
  {
    ...endingExample,
    ending: {
      ...endingExample.ending,
      kind: "regret",
      keys_on: null,
      statements: [],
      status: "confirmed",
      refund: { amount: 1620.45, dueOn: "2026-09-19", paidOn: null },
    },
  },
  ({ id, contract_number: contractNumber, ending }, context) => ({
    variables: {
      contractNumber,
      protocol: ending.protocol,
      refund: ending.refund
        ? `devolvemos ${formatCurrency(ending.refund.amount)} até ${formatShortDate(ending.refund.dueOn)}, na conta que você nos informar`
        : "não havia nada pago, e não há o que devolver",
    },
    facts: ["Desistência", ...rowsOf(contractNumber, ending)],
    url: contractUrl(context, id),
  }),
);

const deeds: Partial<Record<EndingRow["news"], string>> = {
  regret: "desistência do contrato",
  withdrawn: "pedido de encerramento retirado, contrato",
  stated: "dia das chaves informado, contrato",
};

/** Defines the tenant's mails about an ending: receipt, day of the keys, question, confirmation, withdrawal. */
export const endingNews = defineRowMail(
  "endingNews",
  endingRowSchema,
  endingExample,
  (row, context) => {
    const { id, contract_number: contractNumber, ending, news } = row;
    return {
      variables: {
        contractNumber,
        protocol: ending.protocol,
        news: tenantNews(row),
        fee:
          news === "withdrawn"
            ? "A taxa continua como estava."
            : feeToCome(ending.kind, row.balance),
        next: tenantNext(row),
      },
      quote: news === "question" && ending.question !== null && (
        <Quote title="A pergunta">{ending.question}</Quote>
      ),
      facts: ["Pedido de encerramento", ...rowsOf(contractNumber, ending)],
      url: contractUrl(context, id),
    };
  },
);

/** Defines the mail to the staff inbox about a withdrawal, a requested end, a day of the keys, or a retraction. */
export const endingNotice = defineRowMail(
  "endingNotice",
  endingRowSchema,
  endingExample,
  ({ contract_number: contractNumber, ending, news, ...contract }, { siteUrl }) => ({
    variables: {
      contractNumber,
      protocol: ending.protocol,
      tenantName: withoutLinks(contract.tenant_name),
      deed: deeds[news] ?? "pedido de encerramento, contrato",
    },
    replyTo: contract.tenant_email,
    details: ending.reason !== null && (
      <Quote title="Nas palavras de quem pediu">{withoutLinks(ending.reason)}</Quote>
    ),
    facts: ["Encerramento", ...rowsOf(contractNumber, ending)],
    url: `${siteUrl}/admin/contratos#${contract.id}`,
  }),
);

/** Defines the mails to the landlord's addresses about an ending: the day of the keys, confirmation, withdrawal. */
export const landlordEnding = defineRowMail(
  "landlordEnding",
  endingRowSchema,
  endingExample,
  async (row, context) => ({
    variables: { news: landlordNews(row), next: landlordNext(row, context.rules) },
    facts: [
      "Locação",
      ...leaseRows(row),
      ["Protocolo", row.ending.protocol],
      ...statementRows(row.ending),
    ],
    url: await landlordUrl(context, row.lease_id),
  }),
);
