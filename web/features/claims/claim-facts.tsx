import type { ReactNode } from "react";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimItem,
  type ClaimView,
  claimItemTitles,
  closedClaimStages,
} from "#contracts/claims/claims.ts";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import type { ClaimSheetTexts } from "./claim-files.tsx";

export type ClaimParty = "landlord" | "tenant";

interface ClaimFactsProps {
  claim: ClaimView;
  side: ClaimParty;
  texts: ClaimSheetTexts;
}

/** Shows the amounts, days and accounts of a claim that its side may see. */
export function ClaimFacts({ claim, side, texts }: ClaimFactsProps) {
  const { openedAt, happenedOn, asked, granted, limit, limitLeft, account, accountNext } = claim;
  const { completeUntil, completeAt, tenantUntil, landlordUntil, decideBy, payBy, paidOn } = claim;
  const { stage, payableFrom } = claim;
  const { labels, noAccountText } = texts;
  const isUndecided = stage !== "decided" && !closedClaimStages.includes(stage);
  const day = (iso: string | undefined) => (iso === undefined ? null : formatShortDate(iso));
  const money = (amount: number | undefined) =>
    amount === undefined ? null : formatCurrency(amount);
  const isWaiting =
    stage === "decided" && payableFrom !== undefined && payableFrom > todayInBrasilia();
  return (
    <>
      <DataList className="grid-cols-1 min-[20rem]:grid-cols-2 sm:grid-cols-3 print:grid-cols-4">
        <Datum label={labels.asked}>{money(asked)}</Datum>
        <Datum label={labels.granted}>{money(granted)}</Datum>
        <Datum label={labels.limit}>{money(limit)}</Datum>
        <Datum label={labels.limitLeft}>{money(limitLeft)}</Datum>
        <Datum label={labels.happenedOn}>{day(happenedOn)}</Datum>
        <Datum label={labels.openedAt}>{day(todayInBrasilia(new Date(openedAt)))}</Datum>
        <Datum label={labels.completeUntil}>
          {completeAt === undefined ? day(completeUntil) : null}
        </Datum>
        <Datum label={labels.tenantUntil}>{day(tenantUntil)}</Datum>
        <Datum label={labels.landlordUntil}>{day(landlordUntil)}</Datum>
        <Datum label={labels.decideBy}>{isUndecided ? day(decideBy) : null}</Datum>
        <Datum label={labels.payBy}>{stage === "decided" ? day(payBy) : null}</Datum>
        <Datum label={labels.payableFrom}>{isWaiting ? day(payableFrom) : null}</Datum>
        <Datum label={labels.paidOn}>{day(paidOn)}</Datum>
        <Datum label={labels.account}>
          {account ?? (side === "landlord" && claim.may.changeAccount ? noAccountText : null)}
        </Datum>
        <Datum label={labels.accountNext}>{accountNext ?? null}</Datum>
      </DataList>
      {isWaiting && <p>{fillVariables(texts.waitsText, { day: formatShortDate(payableFrom) })}</p>}
      {claim.isOtherHolder && (
        <p className="rounded-md border-2 border-amber-400 bg-amber-100 p-3">
          {texts.otherHolderText}
        </p>
      )}
    </>
  );
}

interface ClaimItemSheetProps {
  claim: ClaimView;
  item: ClaimItem;
  side: ClaimParty;
  number: number;
  texts: ClaimSheetTexts;
  /** Field for the answer of the side that reads. */
  children?: ReactNode;
}

/** Shows an item with its amounts, the decision on it, and what both sides say about it. */
export function ClaimItemSheet({
  claim,
  item,
  side,
  number,
  texts,
  children,
}: ClaimItemSheetProps) {
  const { kind, description, asked, granted, reason, clause, answer, reply } = item;
  const { labels } = texts;
  const { tenantUntil } = claim;
  const isLate = tenantUntil !== undefined && tenantUntil < todayInBrasilia();
  return (
    <>
      <h4 className="text-base">
        {number}. {claimItemTitles[kind]}
      </h4>
      <p className="whitespace-pre-line wrap-anywhere">{description}</p>
      <DataList className="grid-cols-1 min-[20rem]:grid-cols-2 print:grid-cols-4">
        <Datum label={labels.asked}>{formatCurrency(asked)}</Datum>
        <Datum label={labels.granted}>
          {granted === undefined ? null : <strong>{formatCurrency(granted)}</strong>}
        </Datum>
        <Datum label={labels.reason} className="col-span-full">
          {reason ? <span className="whitespace-pre-line">{reason}</span> : null}
        </Datum>
        <Datum label={labels.clause} className="col-span-full">
          {clause ?? null}
        </Datum>
      </DataList>
      <ItemAnswers
        answer={answer ?? (isLate ? texts.silentText : texts.noAnswerText)}
        reply={reply}
        labels={labels}
        field={children}
        side={side}
      />
    </>
  );
}

interface ItemAnswersProps {
  answer: string;
  reply: string | undefined;
  labels: ClaimSheetTexts["labels"];
  field: ReactNode;
  side: ClaimParty;
}

/** Shows the tenant's answer and the landlord's reply. The field of the side that reads replaces its own text. */
function ItemAnswers({ answer, reply, labels, field, side }: ItemAnswersProps) {
  const isAnswering = Boolean(field) && side === "tenant";
  const isReplying = Boolean(field) && side === "landlord";
  return (
    <>
      <DataList className="empty:hidden">
        <Datum label={labels.answer}>
          {isAnswering ? null : <span className="whitespace-pre-line">{answer}</span>}
        </Datum>
        <Datum label={labels.reply}>
          {isReplying || reply === undefined ? null : (
            <span className="whitespace-pre-line">{reply}</span>
          )}
        </Datum>
      </DataList>
      {field}
    </>
  );
}
