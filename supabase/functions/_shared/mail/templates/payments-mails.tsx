import * as z from "zod/mini";
import { nameChargeInSentence } from "#contracts/fields/charges.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { force, wordsOfForce } from "../mail-formats.ts";
import { FeePayment, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const feeRowSchema = z.object({ contract_number: z.string(), fee: feeSchema });
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
  ({ contract_number: contractNumber, fee }, { siteUrl, pix }) => ({
    variables: { contractNumber, charge: nameFee(fee), due: sayDue(fee) },
    details: <FeePayment fee={fee} pix={pix} />,
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);

/** Defines the mail to the tenant with the last day that staff set for paying the fee. */
export const feeNotice = defineRowMail(
  "feeNotice",
  feeRowSchema,
  feeExample,
  ({ contract_number: contractNumber, fee }, { siteUrl, pix }) => ({
    variables: {
      contractNumber,
      charge: nameFee(fee),
      dueOn: formatShortDate(fee.dueOn),
      noticeOn: formatShortDate(fee.noticeOn ?? ""),
    },
    details: <FeePayment fee={fee} pix={pix} />,
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);

/**
 * Defines the mail to the tenant when payment of the fee puts the letter into force, or when a reversal of the payment
 * takes the letter out of force.
 */
export const letterFee = defineRowMail(
  "letterFee",
  z.object({ contract_number: z.string(), ...force }),
  { ...contractRow, status: "active", letter_fee: "paid", end_date: "2100-11-30" },
  (contract, { siteUrl }) => ({
    variables: { contractNumber: contract.contract_number, state: wordsOfForce(contract) },
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);
