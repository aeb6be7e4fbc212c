import { convertCurrencyToWords } from "@brazilian-utils/brazilian-utils/convert-currency-to-words";
import { companyValues } from "../content/company-values.ts";
import { formatCpf, formatCurrency, formatShortDate } from "../contracts/fields/formats.ts";
import { facts, paragraphs, title } from "./document-parts.ts";
import { createWords, type DocumentContent } from "./guarantee.ts";
import { beginPdf } from "./pdf-document.ts";
import { footerOf } from "./write-document.ts";

/** What was paid, as its receipt says it; in reais, days as YYYY-MM-DD. */
export type ReceiptSource = {
  number: string;
  /** Of the fee, by the tenant; of a refund, to the tenant; of a claim, to the landlord. */
  what: "fee" | "refund" | "claim";
  /** Of a claim: its protocol, and who was paid. */
  protocol?: string | undefined;
  payee?: string | undefined;
  amount: number;
  paidOn: string;
  /** When it was booked, ISO 8601: the same source makes the same bytes. */
  bookedAt: string;
  contractNumber: string;
  tenantName: string;
  /** Eleven digits. */
  cpf: string;
  propertyAddress: string;
  startDate: string;
  endDate: string;
  paymentMethod: string;
};

const textsOf = {
  fee: ["receiptTitle", "receiptIntro"],
  refund: ["refundTitle", "refundIntro"],
  claim: ["claimReceiptTitle", "claimReceiptIntro"],
} as const;

/** The receipt of a fee that was paid, or the proof that money went back or that a guarantee was paid. */
export async function makeReceiptPdf(
  source: ReceiptSource,
  content: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { company } = content;
  const isFee = source.what === "fee";
  const amount = formatCurrency(source.amount);
  const amountInWords = convertCurrencyToWords(source.amount);
  const say = createWords(content, {
    ...companyValues(company),
    tenant: source.tenantName,
    cpf: formatCpf(source.cpf),
    contractNumber: source.contractNumber,
    receiptNumber: source.number,
    amount,
    amountInWords,
    paidOn: formatShortDate(source.paidOn),
    protocol: source.protocol ?? "",
    payee: source.payee ?? "",
  });
  const [headingName, introName] = textsOf[source.what];
  const heading = say(headingName);
  const file = beginPdf({
    title: `${heading} ${source.number}`,
    company: company.brandName,
    createdAt: source.bookedAt,
    footer: footerOf(content, source.number),
  });
  title(file, heading);
  paragraphs(file, say(introName));
  const tenant = `${source.tenantName}, CPF ${formatCpf(source.cpf)}`;
  const house = `${company.legalName}, CNPJ ${company.cnpj}, ${company.address}`;
  facts(file, say("paidTitle"), [
    [say("receiptLabel"), source.number],
    [say("amountLabel"), `${amount} (${amountInWords})`],
    [say("paidOnLabel"), formatShortDate(source.paidOn)],
    ...(source.what === "claim"
      ? [[say("protocolLabel"), source.protocol ?? ""] as const]
      : [[say("paymentLabel"), source.paymentMethod] as const]),
    [say("payerLabel"), isFee ? tenant : house],
    [say("payeeLabel"), { fee: house, refund: tenant, claim: source.payee ?? "" }[source.what]],
    [say("contractLabel"), source.contractNumber],
    [say("propertyLabel"), source.propertyAddress],
    [say("termLabel"), `${formatShortDate(source.startDate)} a ${formatShortDate(source.endDate)}`],
  ]);
  paragraphs(file, say("receiptNote"));
  return file.finish();
}
