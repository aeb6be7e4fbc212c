import * as z from "zod/mini";
import { type RenewalState, renewalStates } from "#contracts/leases/contract.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import {
  contractUrl,
  landlordUrl,
  leaseColumns,
  leaseRows,
  withoutLinks,
} from "../mail-formats.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { Details, FeePayment, SideLink, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const termSchema = z.object({
  id: z.string(),
  ...leaseColumns,
  contract_number: z.string(),
  letter_code: z.nullable(z.string()),
  cover_limit: z.nullable(z.number()),
  renewal: z.enum(renewalStates),
  start_date: z.string(),
  end_date: z.string(),
});

const termExample = {
  ...contractRow,
  status: "active",
  letter_code: "7K3MQ9ZT4B0X",
  cover_limit: 15_124.2,
  renewal: "none",
};

/** Stages of a renewal as the tenant reads them. */
const renewalSentences: Readonly<Record<RenewalState, string>> = {
  none: "Até agora, ninguém pediu a renovação.",
  asked: "O seu pedido de renovação está com a nossa equipe.",
  offered: "As condições da renovação já foram enviadas e esperam o seu aceite.",
  declined: "Você não quis as condições da renovação, e outras não foram pedidas.",
  expired: "As condições da renovação venceram sem aceite.",
  renewed: "A renovação já foi contratada.",
};

/** Defines the mail to the tenant before the end of the term. */
export const termEnds = defineRowMail(
  "termEnds",
  termSchema,
  termExample,
  ({ id, contract_number: contractNumber, start_date, end_date, renewal }, { siteUrl }) => {
    const endsOn = formatShortDate(end_date);
    return {
      variables: { contractNumber, endsOn, renewal: renewalSentences[renewal] },
      facts: [
        "Contrato",
        ["Número do contrato", contractNumber],
        ["Vigência", `${formatShortDate(start_date)} a ${endsOn}`],
      ],
      url: contractUrl({ siteUrl }, id),
    };
  },
);

/** Defines the mail to the landlord before the end of the term. */
export const landlordTermEnds = defineRowMail(
  "landlordTermEnds",
  termSchema,
  termExample,
  async ({ letter_code, cover_limit: limit, start_date, end_date, ...lease }, context) => {
    const letterCode = formatLetterCode(letter_code ?? "");
    const endsOn = formatShortDate(end_date);
    return {
      variables: { letterCode, endsOn },
      facts: [
        "Carta de fiança",
        ...leaseRows(lease),
        ["Código", letterCode],
        ["Vigência", `${formatShortDate(start_date)} a ${endsOn}`],
        ["Limite da cobertura", limit === null ? null : formatCurrency(limit)],
      ],
      url: await landlordUrl(context, lease.lease_id),
    };
  },
);

/** Defines the mail to the staff inbox when tenant or landlord asks to renew. */
export const renewalNotice = defineRowMail(
  "renewalNotice",
  z.object({
    id: z.string(),
    contract_number: z.string(),
    tenant_name: z.string(),
    tenant_email: z.nullable(z.string()),
    end_date: z.string(),
    renewal_asked_by: z.nullable(z.enum(["tenant", "landlord"])),
  }),
  { ...contractRow, tenant_email: null, renewal_asked_by: "tenant" },
  ({ contract_number: contractNumber, ...contract }, { siteUrl }) => {
    const tenantName = withoutLinks(contract.tenant_name);
    return {
      variables: {
        contractNumber,
        tenantName,
        side: contract.renewal_asked_by === "landlord" ? "O locador" : "O locatário",
      },
      replyTo: contract.tenant_email,
      facts: [
        "Contrato",
        ["Número do contrato", contractNumber],
        ["Locatário", tenantName],
        ["Término", formatShortDate(contract.end_date)],
      ],
      url: `${siteUrl}/admin/contratos#${contract.id}`,
    };
  },
);

const renewalReadySchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  letter_code: z.string(),
  renews: z.object({ contractNumber: z.string(), endDate: z.string() }),
  /** Time of the acceptance. */
  created_at: z.string(),
  /** Fee while it is owed; null afterwards. */
  fee: z._default(z.nullable(feeSchema), null),
  start_date: z.string(),
  end_date: z.string(),
});

/**
 * Defines the mail about an issued renewal to a tenant with a password. It proves the acceptance and says how to pay.
 */
export const renewalReady = defineRowMail(
  "renewalReady",
  renewalReadySchema,
  {
    ...contractRow,
    status: "active",
    start_date: "2099-12-01",
    end_date: "2100-11-30",
    letter_code: "7K3MQ9ZT4B0X",
    renews: { contractNumber: "PF-2026-1B2C3D4E5F", endDate: "2099-11-30" },
    created_at: "2026-03-09T17:20:00+00:00",
    fee: feeRow,
  },
  ({ contract_number: contractNumber, letter_code: code, renews, fee, ...contract }, context) => {
    const startsOn = formatShortDate(contract.start_date);
    return {
      variables: {
        contractNumber,
        startsOn,
        formerNumber: renews.contractNumber,
        formerEnd: formatShortDate(renews.endDate),
      },
      details: (
        <>
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ["Renova o contrato", renews.contractNumber],
              ["Código da carta de fiança", formatLetterCode(code)],
              ["Vigência", `${startsOn} a ${formatShortDate(contract.end_date)}`],
              ["Aceite das condições", formatDateTime(contract.created_at)],
            ]}
          />
          {fee && <FeePayment fee={fee} pix={context.pix} />}
        </>
      ),
      url: contractUrl(context, contract.id),
      after: (
        <SideLink url={`${context.siteUrl}/verificar#${code}`}>
          Verificar a carta de fiança
        </SideLink>
      ),
    };
  },
);
