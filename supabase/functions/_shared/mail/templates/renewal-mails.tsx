import * as z from "zod/mini";
import { type RenewalState, renewalStates } from "../../contracts/guarantee/contract.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "../../contracts/fields/formats.ts";
import { formatLetterCode } from "../../contracts/guarantee/letters.ts";
import { defineTemplate } from "../define-template.ts";
import { withoutLinks } from "../mail-formats.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { Action, Details, FeePayment, SideLink, feeSchema } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const termEndsSource = z.object({
  subject: z.object({
    contract_number: z.string(),
    letter_code: z.nullable(z.string()),
    cover_limit: z.nullable(z.number()),
    renewal: z.enum(renewalStates),
    start_date: z.string(),
    end_date: z.string(),
  }),
});

const termEndsExample = {
  subject: {
    ...contractRow,
    status: "active",
    letter_code: "7K3MQ9ZT4B0X",
    cover_limit: 15_124.2,
    renewal: "none",
  },
};

/** How far the renewal is, as its tenant is told. */
const renewalSentences: Readonly<Record<RenewalState, string>> = {
  none: "Até agora, ninguém pediu a renovação.",
  asked: "O seu pedido de renovação está com a nossa equipe.",
  offered: "As condições da renovação já foram enviadas e esperam o seu aceite.",
  declined: "Você não quis as condições da renovação, e outras não foram pedidas.",
  expired: "As condições da renovação venceram sem aceite.",
  renewed: "A renovação já foi contratada.",
};

/** To the tenant, before the end of the term. */
export const termEnds = defineTemplate(termEndsSource, termEndsExample, ({ subject }, context) => {
  const { contract_number: contractNumber, start_date, end_date } = subject;
  const endsOn = formatShortDate(end_date);
  const words = wordMail(context, "termEnds", {
    contractNumber,
    endsOn,
    renewal: renewalSentences[subject.renewal],
  });
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details
          title="Contrato"
          rows={[
            ["Número do contrato", contractNumber],
            ["Vigência", `${formatShortDate(start_date)} a ${endsOn}`],
          ]}
        />
        <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});

/** To the landlord on the same days: what the letter says, and nothing else of the tenant. */
export const landlordTermEnds = defineTemplate(
  termEndsSource,
  termEndsExample,
  ({ subject }, context) => {
    const { letter_code, cover_limit: limit, start_date, end_date } = subject;
    const letterCode = formatLetterCode(letter_code ?? "");
    const endsOn = formatShortDate(end_date);
    const words = wordMail(context, "landlordTermEnds", { letterCode, endsOn });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Carta de fiança"
            rows={[
              ["Código", letterCode],
              ["Vigência", `${formatShortDate(start_date)} a ${endsOn}`],
              ...(limit === null ? [] : [["Limite da cobertura", formatCurrency(limit)] as const]),
            ]}
          />
          <Action url={`${context.siteUrl}/verificar#${letter_code ?? ""}`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const renewalNoticeSource = z.object({
  subject: z.object({
    id: z.string(),
    contract_number: z.string(),
    tenant_name: z.string(),
    tenant_email: z.nullable(z.string()),
    end_date: z.string(),
  }),
});

/** To the staff inbox, as a tenant asks to go on. */
export const renewalNotice = defineTemplate(
  renewalNoticeSource,
  { subject: { ...contractRow, tenant_name: "Ana Maria da Silva", tenant_email: null } },
  ({ subject }, context) => {
    const { contract_number: contractNumber, tenant_email } = subject;
    const tenantName = withoutLinks(subject.tenant_name);
    const words = wordMail(context, "renewalNotice", { contractNumber, tenantName });
    return {
      ...words,
      ...(tenant_email !== null && { replyTo: tenant_email }),
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ["Locatário", tenantName],
              ["Término", formatShortDate(subject.end_date)],
            ]}
          />
          <Action url={`${context.siteUrl}/admin/contratos#${subject.id}`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const renewalReadySource = z.object({
  subject: z.object({
    contract_number: z.string(),
    letter_code: z.string(),
    renews: z.object({ contractNumber: z.string(), endDate: z.string() }),
    /** When the conditions were accepted. */
    created_at: z.string(),
    /** As long as it is owed. */
    fee: z._default(z.nullable(feeSchema), null),
    start_date: z.string(),
    end_date: z.string(),
  }),
});

/**
 * To the tenant who has a password, once letter and contract of the renewal are made: it proves the
 * acceptance, and says how the fee is paid.
 */
export const renewalReady = defineTemplate(
  renewalReadySource,
  {
    subject: {
      ...contractRow,
      status: "active",
      start_date: "2099-12-01",
      end_date: "2100-11-30",
      letter_code: "7K3MQ9ZT4B0X",
      renews: { contractNumber: "PF-2026-1B2C3D4E5F", endDate: "2099-11-30" },
      created_at: "2026-03-09T17:20:00+00:00",
      fee: feeRow,
    },
  },
  ({ subject }, context) => {
    const { contract_number: contractNumber, letter_code: code, renews, fee } = subject;
    const startsOn = formatShortDate(subject.start_date);
    const words = wordMail(context, "renewalReady", {
      contractNumber,
      startsOn,
      formerNumber: renews.contractNumber,
      formerEnd: formatShortDate(renews.endDate),
    });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ["Renova o contrato", renews.contractNumber],
              ["Código da carta de fiança", formatLetterCode(code)],
              ["Vigência", `${startsOn} a ${formatShortDate(subject.end_date)}`],
              ["Aceite das condições", formatDateTime(subject.created_at)],
            ]}
          />
          {fee && <FeePayment fee={fee} pix={context.pix} />}
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <SideLink url={`${context.siteUrl}/verificar#${code}`}>
            Verificar a carta de fiança
          </SideLink>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
