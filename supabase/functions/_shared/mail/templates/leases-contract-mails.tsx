import * as z from "zod/mini";
import { contractsStatus } from "#contracts/stored-values.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { Mail } from "../define-template.ts";
import {
  contractUrl,
  force,
  stateOf,
  trackingUrl,
  withoutLinks,
  wordsOfForce,
} from "../mail-formats.ts";
import { contractRow, feeRow, simulationRow } from "../mail-examples.ts";
import { Details, FeePayment, Quote, SideLink, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const readySchema = z.object({
  contract_number: z.string(),
  letter_code: z.string(),
  protocol: z.nullable(z.string()),
  followed_by: z.nullable(z.string()),
  /** Time at which the tenant accepted the offer. */
  created_at: z.string(),
  /** Fee to pay; null when the fee is already paid. */
  fee: z._default(z.nullable(feeSchema), null),
  ...force,
});

/** Defines the mail with proof of the acceptance. Secrets are in URL fragments, which browsers send to no server. */
export const contractReady = defineRowMail(
  "contractReady",
  readySchema,
  {
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
  async (contract, context) => {
    const { contract_number: contractNumber, letter_code: code, protocol, fee } = contract;
    const { followed_by: request } = contract;
    const begins = formatShortDate(contract.start_date);
    const ends = formatShortDate(contract.end_date);
    const state = stateOf(contract);
    const secret = await context.createLinkSecret();
    return {
      variables: {
        contractNumber,
        term:
          state === "awaiting_payment"
            ? "está assinado e aguarda o pagamento da taxa para entrar em vigor"
            : state === "upcoming"
              ? `está assinado e começa em ${begins}`
              : wordsOfForce(contract),
      },
      url: `${context.siteUrl}/area-cliente/nova-senha#conta=nova&token_hash=${secret}`,
      after: (
        <>
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ["Protocolo do pedido", protocol],
              ["Código da carta de fiança", formatLetterCode(code)],
              ["Vigência", `${begins} a ${ends}`],
              ["Aceite das condições", formatDateTime(contract.created_at)],
            ]}
          />
          {fee && <FeePayment fee={fee} pix={context.pix} />}
          <SideLink url={`${context.siteUrl}/verificar#${code}`}>
            Verificar a carta de fiança
          </SideLink>
          {request !== null && (
            <SideLink url={await trackingUrl(context, request)}>Acompanhar o meu pedido</SideLink>
          )}
        </>
      ),
    };
  },
);

const acceptanceSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  protocol: z.nullable(z.string()),
  tenant_name: z.string(),
  tenant_email: z.nullable(z.string()),
  cover_limit: z.nullable(z.number()),
  status: z.enum(contractsStatus),
  start_date: z.string(),
  end_date: z.string(),
});

/** Defines the mail to the staff inbox about an accepted offer. The only personal data in it is the tenant's name. */
export const acceptanceNotice = defineRowMail(
  "acceptanceNotice",
  acceptanceSchema,
  {
    ...contractRow,
    protocol: simulationRow.protocol,
    tenant_name: "Ana Maria da Silva",
    tenant_email: "ana@exemplo.com.br",
    cover_limit: 15_124.2,
  },
  ({ contract_number: contractNumber, cover_limit: limit, ...contract }, { siteUrl }) => {
    const tenantName = withoutLinks(contract.tenant_name);
    const protocol = contract.protocol ?? "";
    return {
      variables: { contractNumber, tenantName, protocol },
      replyTo: contract.tenant_email,
      facts: [
        "Contrato",
        ["Número do contrato", contractNumber],
        ["Protocolo do pedido", protocol],
        ["Locatário", tenantName],
        ["Início", formatShortDate(contract.start_date)],
        ["Limite da cobertura", limit === null ? null : formatCurrency(limit)],
      ],
      url: `${siteUrl}/admin/contratos#${contract.id}`,
    };
  },
);

const correctedSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  letter_code: z.nullable(z.string()),
  correction_reason: z.nullable(z.string()),
  /** Id of the request whose link the tenant uses while there is no password; null when there is a password. */
  followed_by: z.nullable(z.string()),
});

/** Defines correction mails. contactChanged may reach a stranger, so it contains no reason and no secret. */
function correctionMail(name: "contactChanged" | "correctionAsked" | "letterReissued"): Mail {
  const example = {
    ...contractRow,
    letter_code: "7K3MQ9ZT4B0X",
    correction_reason: "O número do imóvel estava errado.",
    followed_by: null,
  };
  return defineRowMail(name, correctedSchema, example, async (contract, context) => {
    const { contract_number: contractNumber, letter_code: code, followed_by: request } = contract;
    const reason = name === "contactChanged" ? null : contract.correction_reason;
    const newCode = name === "letterReissued" ? code : null;
    return {
      variables: { contractNumber },
      quote: reason !== null && <Quote title="Motivo">{reason}</Quote>,
      facts: [
        "Contrato",
        ["Número do contrato", contractNumber],
        ["Código da nova carta", newCode === null ? null : formatLetterCode(newCode)],
      ],
      url:
        name === "contactChanged"
          ? `${context.siteUrl}/area-cliente?aba=cliente`
          : request === null
            ? contractUrl(context, contract.id)
            : await trackingUrl(context, request),
    };
  });
}

export const contactChanged = correctionMail("contactChanged");
export const correctionAsked = correctionMail("correctionAsked");
export const letterReissued = correctionMail("letterReissued");

const numberSchema = z.object({ contract_number: z.string() });

/** Defines the mail with a password link. Only a button on the page uses up the link: mail scanners open links. */
export const passwordRecovery = defineRowMail(
  "passwordRecovery",
  numberSchema,
  contractRow,
  async ({ contract_number: contractNumber }, context) => ({
    variables: {},
    facts: ["Contrato", ["Número", contractNumber]],
    url: `${context.siteUrl}/area-cliente/nova-senha#token_hash=${await context.createLinkSecret()}`,
    buttonFirst: true,
  }),
);

/** Defines the mails to the tenant after every new password, so that the tenant notices a stranger's change. */
function passwordMail(name: "passwordCreated" | "passwordChanged"): Mail {
  return defineRowMail(name, numberSchema, contractRow, (contract, { siteUrl }) => ({
    variables: {},
    facts: ["Contrato", ["Número", contract.contract_number]],
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }));
}

export const passwordCreated = passwordMail("passwordCreated");
export const passwordChanged = passwordMail("passwordChanged");
