import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { ClaimPayment } from "#contracts/claims/claims.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { CaseParty } from "../../backend/files/case-files.ts";
import { Whole } from "../../ui/section/facts.tsx";
import { type ClaimSheetTexts, OpenFile } from "./claim-files.tsx";

interface ClaimPaymentsProps {
  payments: readonly ClaimPayment[];
  party: CaseParty;
  texts: ClaimSheetTexts;
}

/** Lists the payments to the landlord with account and receipt. Shows nothing while there are no payments. */
export function ClaimPayments({ payments, party, texts }: ClaimPaymentsProps) {
  if (payments.length === 0) return null;
  return (
    <ul className="grid grid-cols-1 gap-4">
      {payments.map((payment) => (
        <li
          key={payment.movementId}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
        >
          <p className="min-w-0">
            {sayPayment(payment, texts.payment)}
            <span className="block text-sm text-muted tabular-nums">
              <Whole>{payment.number}</Whole> · <Whole>{formatLetterCode(payment.code)}</Whole>
            </span>
          </p>
          <OpenFile
            party={party}
            what={{ movementId: payment.movementId }}
            label={texts.receiptLabel}
            of={payment.number}
            failedText={texts.openFailed}
          />
        </li>
      ))}
    </ul>
  );
}

function sayPayment(payment: ClaimPayment, texts: ClaimSheetTexts["payment"]): string {
  const { amount, paidOn, account, reversedOn } = payment;
  const paid = account === undefined ? texts.paid : texts.paidTo;
  return fillVariables(reversedOn === undefined ? paid : texts.reversed, {
    amount: formatCurrency(amount),
    paidOn: formatShortDate(paidOn),
    // The full stop after the holder's initials is removed, because the sentence ends with a full stop of its own.
    account: account?.replace(/\.$/, "") ?? "",
    reversedOn: reversedOn === undefined ? "" : formatShortDate(reversedOn),
  });
}
