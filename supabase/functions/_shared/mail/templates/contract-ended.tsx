import * as z from "zod/mini";
import { formatDateTime } from "../../contracts/formats/date-time.ts";
import { formatShortDate } from "../../contracts/formats/short-date.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Quote } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({
    contract_number: z.string(),
    status: z.enum(["active", "ended", "cancelled"]),
    start_date: z.string(),
    end_date: z.string(),
    closed_at: z.nullable(z.string()),
    close_reason: z.nullable(z.string()),
  }),
});

const endings = {
  active: "Fim do prazo",
  ended: "Encerrado",
  cancelled: "Cancelado",
} as const;

/** To the tenant, once a contract's term is over or staff end or cancel it, with their reason. */
export const contractEnded = defineTemplate(sourceSchema, ({ subject }, context) => {
  const { contract_number, status, closed_at, close_reason } = subject;
  const endedOn =
    closed_at === null ? formatShortDate(subject.end_date) : formatDateTime(closed_at);
  const words = wordMail(context, "contractEnded", { contractNumber: contract_number, endedOn });
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
});
