import * as z from "zod/mini";
import { convertCurrencyToWords } from "@brazilian-utils/brazilian-utils/convert-currency-to-words";
import { formatCpf, formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { beginDocument, facts, paragraphs } from "./document-parts.ts";
import type { DocumentContent } from "./guarantee.ts";

/** Payment for a receipt; in reais, days as YYYY-MM-DD. */
export const receiptSourceSchema = z.object({
  number: z.string(),
  /** Fee by the tenant, refund to the tenant, or claim to the landlord. */
  what: z.enum(["fee", "refund", "claim"]),
  /** Protocol of a claim, and its payee. */
  protocol: z.optional(z.string()),
  payee: z.optional(z.string()),
  amount: z.number(),
  paidOn: z.string(),
  /** Time of the booking, ISO 8601; it makes the bytes reproducible. */
  bookedAt: z.string(),
  contractNumber: z.string(),
  tenantName: z.string(),
  /** Eleven digits. */
  cpf: z.string(),
  propertyAddress: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  paymentMethod: z.string(),
});

const textsOf = {
  fee: ["receiptTitle", "receiptIntro"],
  refund: ["refundTitle", "refundIntro"],
  claim: ["claimReceiptTitle", "claimReceiptIntro"],
} as const;

/** Draws the receipt of a fee, or the proof of a refund or a paid guarantee. */
export async function makeReceiptPdf(
  source: z.output<typeof receiptSourceSchema>,
  content: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { company } = content;
  const isFee = source.what === "fee";
  const amount = formatCurrency(source.amount);
  const amountInWords = convertCurrencyToWords(source.amount);
  const [titleName, introName] = textsOf[source.what];
  const { file, say } = beginDocument(content, {
    titleName,
    number: source.number,
    createdAt: source.bookedAt,
    values: {
      tenant: source.tenantName,
      cpf: formatCpf(source.cpf),
      contractNumber: source.contractNumber,
      receiptNumber: source.number,
      amount,
      amountInWords,
      paidOn: formatShortDate(source.paidOn),
      protocol: source.protocol ?? "",
      payee: source.payee ?? "",
    },
  });
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
