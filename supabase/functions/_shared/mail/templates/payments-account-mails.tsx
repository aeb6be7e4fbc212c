import * as z from "zod/mini";
import { refundAccountSchema } from "#contracts/requests/tracking.ts";
import { contractRow } from "../mail-examples.ts";
import { withoutLinks } from "../mail-formats.ts";
import { defineRowMail } from "../word-mail.tsx";

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
