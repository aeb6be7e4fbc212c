import * as z from "zod/mini";
import { convertCurrencyToWords } from "@brazilian-utils/brazilian-utils/convert-currency-to-words";
import { nameCharge, receiptKinds } from "#contracts/fields/charges.ts";
import {
  formatCpf,
  formatCurrency,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import { type ReceiptLine, receiptLineSchema } from "#contracts/payments/receipts.ts";
import { beginDocument, codeBox, facts, paragraphs } from "./document-parts.ts";
import type { DocumentContent } from "./guarantee.ts";

/** Facts of a receipt (private.receipt_facts); amounts in reais, days as YYYY-MM-DD. */
export const receiptSourceSchema = z.object({
  number: z.string(),
  code: z.string(),
  kind: z.enum(receiptKinds),
  amount: z.number(),
  paidOn: z.string(),
  /** Time of the newest fact (ISO 8601). The file never states the current time, so equal facts give equal bytes. */
  statedAt: z.string(),
  pays: z.array(receiptLineSchema),
  /** Part of a received amount that is not allocated to any charge. */
  left: z.optional(z.number()),
  /** Part of a received amount that goes back to its payer. */
  returned: z.optional(z.number()),
  /** Day on which the payment was reversed; the receipt is then void. */
  reversedOn: z.optional(z.string()),
  /** Protocol of the claim that was paid. */
  protocol: z.optional(z.string()),
  /** Name of the person whom Payser paid. */
  payee: z.optional(z.string()),
  /** Masked bank account or Pix key of the person whom Payser paid. */
  account: z.optional(z.string()),
  contractNumber: z.string(),
  tenantName: z.string(),
  /** Eleven digits. */
  cpf: z.string(),
  propertyAddress: z.string(),
  startDate: z.string(),
  endDate: z.string(),
});
type ReceiptSource = z.output<typeof receiptSourceSchema>;

const textsOf = {
  payment: ["receiptTitle", "receiptIntro"],
  refund: ["refundTitle", "refundIntro"],
  claim: ["claimReceiptTitle", "claimReceiptIntro"],
} as const;

/** Creates the receipt of a bank movement. If the payment was reversed, every page has the watermark "ANULADO". */
export async function makeReceiptPdf(
  source: ReceiptSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { company } = content;
  const { kind, pays, left, returned, reversedOn } = source;
  const amount = formatCurrency(source.amount);
  const amountInWords = convertCurrencyToWords(source.amount);
  const cpf = formatCpf(source.cpf);
  const [titleName, introName] = textsOf[kind];
  const { file, say } = await beginDocument(content, {
    source,
    titleName,
    number: source.number,
    createdAt: source.statedAt,
    ...(reversedOn !== undefined && { mark: "ANULADO" }),
    values: {
      tenant: source.tenantName,
      cpf,
      contractNumber: source.contractNumber,
      receiptNumber: source.number,
      amount,
      amountInWords,
      paidOn: formatShortDate(source.paidOn),
      protocol: source.protocol ?? "",
      payee: source.payee ?? source.tenantName,
      settled: pays.filter(isSettled).map(nameWithAmount).join("; "),
      left: formatCurrency(left ?? 0),
      returned: formatCurrency(returned ?? 0),
      reversedOn: reversedOn === undefined ? "" : formatShortDate(reversedOn),
      statedOn: formatShortDate(todayInBrasilia(new Date(source.statedAt))),
      verifyAddress: `${siteUrl}/verificar`,
    },
  });
  if (reversedOn !== undefined) paragraphs(file, say("receiptReversed"), { isStrong: true });
  paragraphs(file, say(introName));
  if (kind === "payment" && pays.some(isSettled)) paragraphs(file, say("receiptSettled"));
  const tenant = `${source.tenantName}, CPF ${cpf}`;
  const house = `${company.legalName}, CNPJ ${company.cnpj}, ${company.address}`;
  facts(file, say("paidTitle"), [
    [say("receiptLabel"), source.number],
    [say("amountLabel"), `${amount} (${amountInWords})`],
    [say("paidOnLabel"), formatShortDate(source.paidOn)],
    ...(source.protocol === undefined ? [] : [[say("protocolLabel"), source.protocol] as const]),
    [say("payerLabel"), kind === "payment" ? tenant : house],
    [say("payeeLabel"), kind === "payment" ? house : (source.payee ?? tenant)],
    ...(source.account === undefined ? [] : [[say("accountLabel"), source.account] as const]),
    [say("contractLabel"), source.contractNumber],
    [say("propertyLabel"), source.propertyAddress],
    [say("termLabel"), `${formatShortDate(source.startDate)} a ${formatShortDate(source.endDate)}`],
  ]);
  if (pays.length > 0) {
    const { receiptPart, receiptWhole } = content.letterTexts;
    facts(
      file,
      say("receiptPaysTitle"),
      pays.map((line) => [
        nameWithDay(line),
        fillLine(line, line.open > 0 ? receiptPart : receiptWhole),
      ]),
    );
  }
  if (left !== undefined) paragraphs(file, say("receiptLeft"));
  if (returned !== undefined) paragraphs(file, say("receiptReturned"));
  paragraphs(file, say("receiptStated"));
  paragraphs(file, say("receiptNote"));
  codeBox(file, {
    text: say("receiptVerify"),
    label: say("codeLabel"),
    code: formatLetterCode(source.code),
    // The code is in the URL fragment, which browsers send to no server.
    address: `${siteUrl}/verificar#${source.code}`,
    imageText: say("receiptCodeImage"),
  });
  return file.finish();
}

const isSettled = ({ open }: ReceiptLine) => open === 0;

const nameWithAmount = (line: ReceiptLine) =>
  `${nameCharge(line)} (${formatCurrency(line.amount)})`;

const nameWithDay = (line: ReceiptLine) =>
  `${nameCharge(line)}, com vencimento em ${formatShortDate(line.dueOn)}`;

function fillLine({ paid, amount, open }: ReceiptLine, text: string): string {
  return fillVariables(text, {
    paid: formatCurrency(paid),
    due: formatCurrency(amount),
    open: formatCurrency(open),
  });
}
