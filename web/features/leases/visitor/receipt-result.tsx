import { nameCharge } from "#contracts/fields/charges.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { IssuedReceipt } from "#contracts/leases/letters.ts";
import { Icon } from "../../../ui/brand/icons.tsx";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { ContactLink, type VerifyTexts } from "./letter-result.tsx";

interface ReceiptResultProps {
  receipt: IssuedReceipt;
  texts: VerifyTexts;
}

/** Shows the receipt that belongs to a code. The receipt of a reversed payment is marked as void. */
export function ReceiptResult({ receipt, texts }: ReceiptResultProps) {
  const { labels, kinds, ...states } = texts.receipt;
  const { state, reversedOn, pays } = receipt;
  const isVoid = state === "reversed";
  const { title, badge, explanation } = isVoid ? states.reversed : states.genuine;
  const days = {
    paid: formatShortDate(receipt.paidOn),
    reversed: reversedOn === undefined ? "" : formatShortDate(reversedOn),
  };
  return (
    <section className="card card-border grid gap-6" aria-labelledby="receipt-state">
      <div className="flex flex-wrap items-center gap-4">
        <span className="icon-tile">
          <Icon name={isVoid ? "close" : "check"} />
        </span>
        <h2 id="receipt-state" className="text-card">
          {fillVariables(title, days)}
        </h2>
        <StatusBadge tone={isVoid ? "bad" : "good"}>{fillVariables(badge, days)}</StatusBadge>
      </div>
      <p>{fillVariables(explanation, days)}</p>
      {isVoid && <ContactLink texts={texts} />}
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-2">
        <Datum label={labels.about}>{kinds[receipt.kind]}</Datum>
        <Datum label={labels.amount}>{formatCurrency(receipt.amount)}</Datum>
        <Datum label={labels.paid}>{days.paid}</Datum>
        <Datum label={labels.reversed}>{days.reversed || null}</Datum>
        <Datum label={labels.contract}>{receipt.contract}</Datum>
        <Datum label={labels.tenant}>{receipt.tenant}</Datum>
        <Datum label={labels.pays} className="col-span-full">
          {pays.length === 0 ? null : (
            <ul>
              {pays.map((line) => (
                <li key={nameCharge(line)}>
                  {nameCharge(line)}: {formatCurrency(line.paid)}
                </li>
              ))}
            </ul>
          )}
        </Datum>
      </DataList>
      <p className="text-sm text-muted">{texts.receipt.noteText}</p>
    </section>
  );
}
