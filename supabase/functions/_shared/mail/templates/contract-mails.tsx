import * as z from "zod/mini";
import { contractsStatus } from "../../contracts/stored-values.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "../../contracts/fields/formats.ts";
import { formatLetterCode } from "../../contracts/guarantee/letters.ts";
import { type Mail, defineTemplate } from "../define-template.ts";
import { force, stateOf, trackingUrl, withoutLinks } from "../mail-formats.ts";
import { contractRow, feeRow, simulationRow } from "../mail-examples.ts";
import {
  Action,
  type DetailRow,
  Details,
  FeePayment,
  Quote,
  SideLink,
  feeSchema,
} from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const term = { status: z.enum(contractsStatus), start_date: z.string(), end_date: z.string() };

const contractReadySource = z.object({
  subject: z.object({
    contract_number: z.string(),
    letter_code: z.string(),
    protocol: z.nullable(z.string()),
    followed_by: z.nullable(z.string()),
    /** When the conditions were accepted. */
    created_at: z.string(),
    /** As long as it is owed. */
    fee: z._default(z.nullable(feeSchema), null),
    ...force,
  }),
});

/**
 * To the tenant, once letter and contract are made: it proves the acceptance, and says how the fee is
 * paid. The secret of the link, as the letter's code,
 * travels in the fragment, which browsers send to no server.
 */
export const contractReady = defineTemplate(
  contractReadySource,
  {
    subject: {
      ...contractRow,
      status: "active",
      start_date: "2099-12-01",
      end_date: "2100-11-30",
      letter_code: "7K3MQ9ZT4B0X",
      protocol: simulationRow.protocol,
      followed_by: simulationRow.id,
      created_at: "2026-03-09T17:20:00+00:00",
      fee: feeRow,
    },
  },
  async ({ subject }, context) => {
    const { contract_number: contractNumber, letter_code: code, protocol, fee } = subject;
    const { followed_by: request } = subject;
    const begins = formatShortDate(subject.start_date);
    const ends = formatShortDate(subject.end_date);
    const state = stateOf(subject);
    const words = wordMail(context, "contractReady", {
      contractNumber,
      term:
        state === "awaiting_payment"
          ? "está assinado e aguarda o pagamento da taxa para entrar em vigor"
          : state === "upcoming"
            ? `está assinado e começa em ${begins}`
            : `está em vigor até ${ends}`,
    });
    const secret = await context.createLinkSecret();
    const rows: DetailRow[] = [
      ["Número do contrato", contractNumber],
      ...(protocol === null ? [] : [["Protocolo do pedido", protocol] as const]),
      ["Código da carta de fiança", formatLetterCode(code)],
      ["Vigência", `${begins} a ${ends}`],
      ["Aceite das condições", formatDateTime(subject.created_at)],
    ];
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Action
            url={`${context.siteUrl}/area-cliente/nova-senha#conta=nova&token_hash=${secret}`}
          >
            {words.button}
          </Action>
          <Details title="Contrato" rows={rows} />
          {fee && <FeePayment fee={fee} pix={context.pix} />}
          <SideLink url={`${context.siteUrl}/verificar#${code}`}>
            Verificar a carta de fiança
          </SideLink>
          {request !== null && (
            <SideLink url={await trackingUrl(context, request)}>Acompanhar o meu pedido</SideLink>
          )}
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const acceptanceNoticeSource = z.object({
  subject: z.object({
    id: z.string(),
    contract_number: z.string(),
    protocol: z.nullable(z.string()),
    tenant_name: z.string(),
    tenant_email: z.nullable(z.string()),
    cover_limit: z.nullable(z.number()),
    ...term,
  }),
});

/** To the staff inbox, as somebody accepts: a contract has come of it. Of the tenant the name alone. */
export const acceptanceNotice = defineTemplate(
  acceptanceNoticeSource,
  {
    subject: {
      ...contractRow,
      protocol: simulationRow.protocol,
      tenant_name: "Ana Maria da Silva",
      tenant_email: "ana@exemplo.com.br",
      cover_limit: 15_124.2,
    },
  },
  ({ subject }, context) => {
    const { contract_number: contractNumber, cover_limit: limit } = subject;
    const tenantName = withoutLinks(subject.tenant_name);
    const protocol = subject.protocol ?? "";
    const words = wordMail(context, "acceptanceNotice", { contractNumber, tenantName, protocol });
    return {
      ...words,
      ...(subject.tenant_email !== null && { replyTo: subject.tenant_email }),
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ["Protocolo do pedido", protocol],
              ["Locatário", tenantName],
              ["Início", formatShortDate(subject.start_date)],
              ...(limit === null ? [] : [["Limite da cobertura", formatCurrency(limit)] as const]),
            ]}
          />
          <Action url={`${context.siteUrl}/admin/contratos#${subject.id}`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const correctedSource = z.object({
  subject: z.object({
    contract_number: z.string(),
    letter_code: z.nullable(z.string()),
    correction_reason: z.nullable(z.string()),
    /** The request whose link is the way in before the first password. */
    followed_by: z.nullable(z.string()),
  }),
});

/**
 * To the tenant, of a contract that staff correct: with their reason, but for what tells a former
 * address, which may be somebody else's, and learns no way in.
 */
function correctionMail(name: "contactChanged" | "correctionAsked" | "letterReissued"): Mail {
  const example = {
    subject: {
      ...contractRow,
      letter_code: "7K3MQ9ZT4B0X",
      correction_reason: "O número do imóvel estava errado.",
      followed_by: null,
    },
  };
  return defineTemplate(correctedSource, example, async ({ subject }, context) => {
    const { contract_number: contractNumber, letter_code: code, followed_by: request } = subject;
    const words = wordMail(context, name, { contractNumber });
    const reason = name === "contactChanged" ? null : subject.correction_reason;
    const way =
      name === "contactChanged" || request === null
        ? `${context.siteUrl}/area-cliente?aba=cliente`
        : await trackingUrl(context, request);
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          {reason !== null && <Quote title="Motivo">{reason}</Quote>}
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ...(name === "letterReissued" && code !== null
                ? [["Código da nova carta", formatLetterCode(code)] as const]
                : []),
            ]}
          />
          <Action url={way}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  });
}

export const contactChanged = correctionMail("contactChanged");
export const correctionAsked = correctionMail("correctionAsked");
export const letterReissued = correctionMail("letterReissued");

const passwordRecoverySource = z.object({
  subject: z.object({ contract_number: z.string() }),
});

/**
 * To the tenant. The secret travels in the fragment, which browsers send to no server, and is
 * spent by a button on that page: mail scanners that open links spend nothing.
 */
export const passwordRecovery = defineTemplate(
  passwordRecoverySource,
  { subject: contractRow },
  async ({ subject }, context) => {
    const words = wordMail(context, "passwordRecovery", {});
    const secret = await context.createLinkSecret();
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs.slice(0, 1)} />
          <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
          <Action url={`${context.siteUrl}/area-cliente/nova-senha#token_hash=${secret}`}>
            {words.button}
          </Action>
          <Paragraphs texts={words.paragraphs.slice(1)} />
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const passwordChangedSource = z.object({ subject: z.object({ contract_number: z.string() }) });

/** To the tenant after every new password, so that one that somebody else chose is noticed. */
function passwordMail(name: "passwordCreated" | "passwordChanged"): Mail {
  return defineTemplate(passwordChangedSource, { subject: contractRow }, ({ subject }, context) => {
    const words = wordMail(context, name, {});
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  });
}

export const passwordCreated = passwordMail("passwordCreated");
export const passwordChanged = passwordMail("passwordChanged");
