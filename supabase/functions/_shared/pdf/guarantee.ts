import { convertCurrencyToWords } from "@brazilian-utils/brazilian-utils/convert-currency-to-words";
import { companyValues } from "../content/company-values.ts";
import type { FunctionContent } from "../content/function-content.ts";
import {
  formatCpf,
  formatCurrency,
  formatDocument,
  formatShortDate,
  todayInBrasilia,
} from "../contracts/fields/formats.ts";
import { type RenewedTerms, besideFormer } from "../contracts/tracking.ts";
import type { LetterTextName } from "../contracts/guarantee/letters.ts";
import { fillVariables } from "../contracts/fields/variables.ts";

/** What conditions, contract and letter are about; amounts in reais, days as YYYY-MM-DD. */
export type Guarantee = {
  tenantName: string;
  /** Eleven digits. */
  cpf: string;
  landlordName: string;
  /** CPF or CNPJ without punctuation, where it is known. */
  landlordDocument?: string | undefined;
  propertyType: string;
  /** Street, number, city and state, as they are written. */
  propertyAddress: string;
  rentalValue: number;
  referenceValue: number;
  coverLimit: number;
  startDate: string;
  endDate: string;
  months: number;
  /** Whether the letter is in force only once the fee is paid, which the document then says. */
  letterNeedsFee?: boolean | undefined;
  /** Of conditions that renew a contract: what changes has its former value beside it. */
  renews?: RenewedTerms | undefined;
  /** Of a letter or contract that was corrected, from 2; `issuedAt` ISO 8601. */
  version?: { number: number; issuedAt: string };
};

/** Words and company of a document. */
export type DocumentContent = Pick<
  FunctionContent,
  "company" | "rules" | "coverage" | "letterTexts"
>;

/** What every document may name. */
export function nameGuarantee(guarantee: Guarantee, { company, rules }: DocumentContent) {
  const { months, coverLimit } = guarantee;
  return {
    ...rules,
    ...companyValues(company),
    tenant: guarantee.tenantName,
    landlord: guarantee.landlordName,
    reference: formatCurrency(guarantee.referenceValue),
    limit: formatCurrency(coverLimit),
    limitInWords: convertCurrencyToWords(coverLimit),
    startDate: formatShortDate(guarantee.startDate),
    endDate: formatShortDate(guarantee.endDate),
    months: months === 1 ? "1 mês" : `${months} meses`,
    ...(guarantee.version && {
      version: guarantee.version.number,
      issued: formatShortDate(todayInBrasilia(new Date(guarantee.version.issuedAt))),
    }),
  };
}

/** Gives the texts of one document with its values filled in. */
export function createWords(
  { letterTexts }: DocumentContent,
  values: Readonly<Record<string, unknown>>,
) {
  return (name: LetterTextName) => fillVariables(letterTexts[name], values);
}

type Words = ReturnType<typeof createWords>;
type Rows = (readonly [string, string])[];

/** Who takes part, and for which property. */
export function partyRows(guarantee: Guarantee, { company }: DocumentContent, say: Words): Rows {
  return [
    [say("guarantorLabel"), `${company.legalName}, CNPJ ${company.cnpj}, ${company.address}`],
    [say("tenantLabel"), `${guarantee.tenantName}, CPF ${formatCpf(guarantee.cpf)}`],
    [
      say("landlordLabel"),
      besideFormer(landlordOf(guarantee), guarantee.renews?.landlordName, (name) => name),
    ],
    [say("propertyLabel"), `${guarantee.propertyType}, ${guarantee.propertyAddress}`],
  ];
}

function landlordOf({ landlordName, landlordDocument }: Guarantee): string {
  if (landlordDocument === undefined) return landlordName;
  const kind = landlordDocument.length === 11 ? "CPF" : "CNPJ";
  return `${landlordName}, ${kind} ${formatDocument(landlordDocument)}`;
}

/** What the guarantee is reckoned from, up to which amount, and from when to when. */
export function amountRows(guarantee: Guarantee, content: DocumentContent, say: Words): Rows {
  const { startDate, endDate, months, reference } = nameGuarantee(guarantee, content);
  const { rentalValue, coverLimit, renews } = guarantee;
  return [
    ...(renews
      ? [
          [
            say("renewalLabel"),
            `${renews.contractNumber} (até ${formatShortDate(renews.endDate)})`,
          ] as const,
        ]
      : []),
    [say("rentLabel"), besideFormer(rentalValue, renews?.rentalValue, formatCurrency)],
    [say("referenceLabel"), reference],
    [say("limitLabel"), besideFormer(coverLimit, renews?.coverLimit, formatCurrency)],
    [say("termLabel"), `${startDate} a ${endDate} (${months})`],
  ];
}

type Cost = Pick<Guarantee, "renews"> & {
  fee: number;
  feeDueOn: string | null;
  paymentMethod: string;
};

/** What the guarantee costs, all in one number, and how it is paid. */
export function costRows({ fee, feeDueOn, paymentMethod, renews }: Cost, say: Words): Rows {
  return [
    [say("feeLabel"), besideFormer(fee, renews?.fee, formatCurrency)],
    ...(feeDueOn === null ? [] : [[say("feeDueLabel"), formatShortDate(feeDueOn)] as const]),
    [say("paymentLabel"), paymentMethod],
  ];
}
