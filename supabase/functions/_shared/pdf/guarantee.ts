import { convertCurrencyToWords } from "@brazilian-utils/brazilian-utils/convert-currency-to-words";
import type { FunctionContent } from "../content/function-content.ts";
import {
  formatCpf,
  formatCurrency,
  formatDocument,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import {
  type Instalments,
  besideFormer,
  instalmentValues,
} from "#contracts/requests/offer-terms.ts";
import type { RenewedTerms } from "#contracts/requests/tracking.ts";
import type { LetterTextName } from "#contracts/leases/letter-texts.ts";
import { fillVariables, ruleValues } from "#contracts/fields/variables.ts";

/** Facts stated in the conditions, the contract and the letter. Amounts are in reais, days are YYYY-MM-DD. */
export type Guarantee = {
  tenantName: string;
  /** The tenant's CPF, eleven digits. */
  cpf: string;
  landlordName: string;
  /** The landlord's CPF or CNPJ without punctuation; undefined when unknown. */
  landlordDocument?: string | undefined;
  propertyType: string;
  /** Street, number, city and state of the rented property, as typed. */
  propertyAddress: string;
  rentalValue: number;
  referenceValue: number;
  coverLimit: number;
  startDate: string;
  endDate: string;
  months: number;
  /** Payments of the fee. Absent for contracts without a due date. */
  instalments?: Instalments | undefined;
  /** Whether the letter is in force only after the first payment. If so, the document states this condition. */
  letterNeedsFee?: boolean | undefined;
  /** Terms of the contract that this contract renews. The document shows a changed value beside the previous value. */
  renews?: RenewedTerms | undefined;
  /** Version of a corrected letter or contract; the first correction is version 2. `issuedAt` is ISO 8601. */
  version?: { number: number; issuedAt: string };
};

export type DocumentContent = Pick<
  FunctionContent,
  "company" | "rules" | "coverage" | "letterTexts"
>;

export function nameGuarantee(guarantee: Guarantee, { rules }: DocumentContent) {
  const { months, coverLimit } = guarantee;
  return {
    ...ruleValues(rules),
    tenant: guarantee.tenantName,
    landlord: guarantee.landlordName,
    reference: formatCurrency(guarantee.referenceValue),
    limit: formatCurrency(coverLimit),
    limitInWords: convertCurrencyToWords(coverLimit),
    startDate: formatShortDate(guarantee.startDate),
    endDate: formatShortDate(guarantee.endDate),
    months: months === 1 ? "1 mês" : `${months} meses`,
    firstPayment: hasInstalments(guarantee) ? "a primeira parcela da taxa" : "a taxa",
    ...(guarantee.version && {
      version: guarantee.version.number,
      issued: formatShortDate(todayInBrasilia(new Date(guarantee.version.issuedAt))),
    }),
  };
}

const hasInstalments = ({ instalments = [] }: Pick<Guarantee, "instalments">) =>
  instalments.length > 1;

export function createWords(
  { letterTexts }: DocumentContent,
  values: Readonly<Record<string, unknown>>,
) {
  return (name: LetterTextName) => fillVariables(letterTexts[name], values);
}

type Words = ReturnType<typeof createWords>;
type Rows = (readonly [string, string])[];

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

type Cost = Pick<Guarantee, "renews" | "instalments"> & {
  fee: number;
  feeDueOn: string | null;
  paymentMethod: string;
};

/** Returns the rows about the fee. Instalments have a row each, with amount and due date. */
export function costRows(
  { fee, feeDueOn, paymentMethod, instalments = [], renews }: Cost,
  { letterTexts }: DocumentContent,
  say: Words,
): Rows {
  const isDueOnce = feeDueOn !== null && !hasInstalments({ instalments });
  return [
    [say("feeLabel"), besideFormer(fee, renews?.fee, formatCurrency)],
    ...(isDueOnce ? [[say("feeDueLabel"), formatShortDate(feeDueOn)] as const] : []),
    [say("paymentLabel"), paymentMethod],
    ...instalmentValues(instalments).map(
      (values) =>
        [
          fillVariables(letterTexts.instalmentLabel, values),
          fillVariables(letterTexts.instalmentText, values),
        ] as const,
    ),
  ];
}
