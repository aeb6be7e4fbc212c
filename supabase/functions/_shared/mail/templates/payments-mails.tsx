import * as z from "zod/mini";
import { nameChargeInSentence } from "#contracts/fields/charges.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { refundAccountSchema } from "#contracts/requests/tracking.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { contractUrl, force, withoutLinks, wordsOfForce } from "../mail-formats.ts";
import { FeePayment, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const feeRowSchema = z.object({ id: z.string(), contract_number: z.string(), fee: feeSchema });
const feeExample = { ...contractRow, fee: { ...feeRow, instalment: 2, instalments: 3 } };

type Fee = z.output<typeof feeSchema>;

/** Names a fee or its instalment at the beginning of a sentence: “A parcela 2 de 3 da taxa”. */
const nameFee = (fee: Fee) => nameChargeInSentence({ kind: "fee", ...fee }).replace(/^a/, "A");

function sayDue({ dueOn }: Fee): string {
  const today = todayInBrasilia();
  if (dueOn === today) return `vence hoje, ${formatShortDate(dueOn)}`;
  return `${dueOn < today ? "venceu" : "vence"} em ${formatShortDate(dueOn)}`;
}

/** Defines the reminder of the fee to the tenant, sent before, on and after the due day. It says how to pay. */
export const feeOverdue = defineRowMail(
  "feeOverdue",
  feeRowSchema,
  feeExample,
  ({ id, contract_number: contractNumber, fee }, { siteUrl, pix }) => ({
    variables: { contractNumber, charge: nameFee(fee), due: sayDue(fee) },
    details: <FeePayment fee={fee} pix={pix} />,
    url: contractUrl({ siteUrl }, id),
  }),
);

/** Defines the mail to the tenant with the last day that staff set for paying the fee. */
export const feeNotice = defineRowMail(
  "feeNotice",
  feeRowSchema,
  feeExample,
  ({ id, contract_number: contractNumber, fee }, { siteUrl, pix }) => ({
    variables: {
      contractNumber,
      charge: nameFee(fee),
      dueOn: formatShortDate(fee.dueOn),
      noticeOn: formatShortDate(fee.noticeOn ?? ""),
    },
    details: <FeePayment fee={fee} pix={pix} />,
    url: contractUrl({ siteUrl }, id),
  }),
);

/**
 * Defines the mail to the tenant when payment of the fee puts the letter into force, or when a reversal of the payment
 * takes the letter out of force.
 */
export const letterFee = defineRowMail(
  "letterFee",
  z.object({ id: z.string(), contract_number: z.string(), ...force }),
  { ...contractRow, status: "active", letter_fee: "paid", end_date: "2100-11-30" },
  (contract, { siteUrl }) => ({
    variables: { contractNumber: contract.contract_number, state: wordsOfForce(contract) },
    url: contractUrl({ siteUrl }, contract.id),
  }),
);

const refundAccountRowSchema = z.object({
  contract_number: z.string(),
  /** Null when the refund was paid or cancelled after the mail was queued. */
  refundAccount: z.nullable(refundAccountSchema),
});

/**
 * Defines the mail with the link by which the tenant confirms a bank account for a refund. Refunds are paid only to a
 * confirmed bank account.
 */
export const refundAccount = defineRowMail(
  "refundAccount",
  refundAccountRowSchema,
  {
    ...contractRow,
    refundAccount: { next: { text: "Pix •••4725, em nome de A. M. S.", isOther: false } },
  },
  async (row, { siteUrl, readAccountSecret }) => {
    const next = row.refundAccount?.next;
    const secret = await readAccountSecret();
    // A person typed the bank's name in this text, so links are removed.
    const account = next ? withoutLinks(next.text) : "já confirmada ou substituída";
    return {
      variables: { contractNumber: row.contract_number, account },
      facts: [
        "Conta para a devolução",
        ["Contrato", row.contract_number],
        ["Conta", account],
        ["Titular", next ? (next.isOther ? "outra pessoa" : "quem assinou o contrato") : null],
      ],
      url: `${siteUrl}/contrato${secret === null ? "" : `#conta=${secret}`}`,
    };
  },
);
