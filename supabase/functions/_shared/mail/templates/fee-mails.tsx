import * as z from "zod/mini";
import { formatShortDate, todayInBrasilia } from "../../contracts/fields/formats.ts";
import { type MailContext, defineTemplate } from "../define-template.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { force, wordsOfForce } from "../mail-formats.ts";
import { Action, FeePayment, feeSchema } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const feeSource = z.object({
  subject: z.object({ contract_number: z.string(), fee: feeSchema }),
});
const feeExample = { subject: { ...contractRow, fee: feeRow } };

/** To the tenant, on the day on which the fee is due and twice after, with how it is paid. */
export const feeOverdue = defineTemplate(feeSource, feeExample, ({ subject }, context) => {
  const { contract_number: contractNumber, fee } = subject;
  const day = formatShortDate(fee.dueOn);
  const words = wordMail(context, "feeOverdue", {
    contractNumber,
    due: fee.dueOn < todayInBrasilia() ? `venceu em ${day}` : `vence hoje, ${day}`,
  });
  return feeMail(words, fee, context);
});

/** To the tenant, when staff say until when they wait for the fee. */
export const feeNotice = defineTemplate(feeSource, feeExample, ({ subject }, context) => {
  const { contract_number: contractNumber, fee } = subject;
  const words = wordMail(context, "feeNotice", {
    contractNumber,
    dueOn: formatShortDate(fee.dueOn),
    noticeOn: formatShortDate(fee.noticeOn ?? ""),
  });
  return feeMail(words, fee, context);
});

const letterFeeSource = z.object({ subject: z.object({ contract_number: z.string(), ...force }) });

/** To the tenant, when the payment of the fee puts the letter into force, or that is taken back. */
export const letterFee = defineTemplate(
  letterFeeSource,
  { subject: { ...contractRow, status: "active", letter_fee: "paid", end_date: "2100-11-30" } },
  ({ subject }, context) => {
    const words = wordMail(context, "letterFee", {
      contractNumber: subject.contract_number,
      state: wordsOfForce(subject),
    });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

function feeMail(
  words: ReturnType<typeof wordMail>,
  fee: z.output<typeof feeSchema>,
  context: MailContext,
) {
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <FeePayment fee={fee} pix={context.pix} />
        <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
}
