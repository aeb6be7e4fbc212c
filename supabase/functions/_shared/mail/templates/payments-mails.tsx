import * as z from "zod/mini";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { force, wordsOfForce } from "../mail-formats.ts";
import { FeePayment, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

const feeRowSchema = z.object({ contract_number: z.string(), fee: feeSchema });
const feeExample = { ...contractRow, fee: feeRow };

/** Defines the mail to the tenant on the fee's due day and twice after, with how to pay. */
export const feeOverdue = defineRowMail(
  "feeOverdue",
  feeRowSchema,
  feeExample,
  ({ contract_number: contractNumber, fee }, { siteUrl, pix }) => {
    const day = formatShortDate(fee.dueOn);
    const due = fee.dueOn < todayInBrasilia() ? `venceu em ${day}` : `vence hoje, ${day}`;
    return {
      variables: { contractNumber, due },
      details: <FeePayment fee={fee} pix={pix} />,
      url: `${siteUrl}/area-cliente?aba=cliente`,
    };
  },
);

/** Defines the mail to the tenant with staff's last day for the fee. */
export const feeNotice = defineRowMail(
  "feeNotice",
  feeRowSchema,
  feeExample,
  ({ contract_number: contractNumber, fee }, { siteUrl, pix }) => ({
    variables: {
      contractNumber,
      dueOn: formatShortDate(fee.dueOn),
      noticeOn: formatShortDate(fee.noticeOn ?? ""),
    },
    details: <FeePayment fee={fee} pix={pix} />,
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);

/** Defines the mail to the tenant when the fee puts the letter into force, or no longer does. */
export const letterFee = defineRowMail(
  "letterFee",
  z.object({ contract_number: z.string(), ...force }),
  { ...contractRow, status: "active", letter_fee: "paid", end_date: "2100-11-30" },
  (contract, { siteUrl }) => ({
    variables: { contractNumber: contract.contract_number, state: wordsOfForce(contract) },
    url: `${siteUrl}/area-cliente?aba=cliente`,
  }),
);
