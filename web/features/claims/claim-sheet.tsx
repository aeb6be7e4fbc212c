import { type ReactNode, useEffect, useRef } from "react";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { describeCaseEvents } from "#contracts/claims/case-events.ts";
import {
  type ClaimItem,
  type ClaimStage,
  type ClaimView,
  claimItemTitles,
  claimStageTitles,
} from "#contracts/claims/claims.ts";
import type { CaseParty } from "../../backend/files/case-files.ts";
import { Button } from "../../ui/feedback/button.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { CopyButton } from "../../ui/feedback/copy-button.tsx";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { DataList, Datum, HistoryList, Whole } from "../../ui/section/facts.tsx";
import { ClaimFiles, type ClaimSheetTexts, OpenFile } from "./claim-files.tsx";
import { ClaimPayments } from "./claim-payments.tsx";

/** Texts of the stages for one side. */
type ClaimStageTexts = NonNullable<ContractQueryResult>["claim"]["stages"];

const tones: Record<ClaimStage, StatusTone> = {
  hearing: "waiting",
  wanted: "waiting",
  deciding: "waiting",
  second: "waiting",
  decided: "good",
  paid: "good",
  refused: "bad",
  withdrawn: "neutral",
  appealed: "waiting",
};

export function ClaimBadge({ stage }: { stage: ClaimStage }) {
  return <StatusBadge tone={tones[stage]}>{claimStageTitles[stage]}</StatusBadge>;
}

interface ClaimSheetProps {
  claim: ClaimView;
  side: "landlord" | "tenant";
  texts: ClaimSheetTexts;
  stages: ClaimStageTexts;
  /** Party in whose name this side opens and sends files. */
  party: CaseParty;
  onBack: () => void;
  /** Called after this side sent something, so that the claim is read again. */
  onChanged: () => void;
  /** Notice above everything, such as that the claim was just registered. */
  notice?: ReactNode;
  /** Field for the tenant's answer to an item, while it can be given. */
  renderAnswer?: (item: ClaimItem, number: number) => ReactNode;
  /** Wrapper of the items, such as the form of the answers. */
  renderItems?: (items: ReactNode) => ReactNode;
  /** Actions that this side is asked for now. */
  children: ReactNode;
  /** Other actions, shown below the items. */
  closing?: ReactNode;
}

/** Shows a claim to landlord or tenant, on screen and paper: next step, items, files, decision and history. */
export function ClaimSheet(props: ClaimSheetProps) {
  const { claim, side, texts, stages, party, onBack, onChanged, notice, children, closing } = props;
  const { renderAnswer, renderItems = (items) => items } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const { id, protocol, stage, payments } = claim;
  // The sheet replaced the list and the button that opened it, so its title takes the focus.
  useEffect(() => title.current?.focus(), []);
  const files = { claim, texts, party, onChanged };
  return (
    <article
      className="card card-border grid grid-cols-1 gap-6 max-[16rem]:px-3 print:gap-3 print:border-0 print:p-0 print:[box-shadow:none]"
      aria-labelledby="claim-title"
    >
      <p className="flex flex-wrap justify-between gap-x-4 print:hidden">
        <Button className="btn-link px-0" onClick={onBack}>
          <Icon name="arrow" className="size-5 rotate-180" />
          {texts.backLabel}
        </Button>
        <Button className="btn-link px-0" onClick={() => print()}>
          {texts.printLabel}
        </Button>
      </p>
      {notice}
      <header className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 ref={title} id="claim-title" tabIndex={-1} className="text-card outline-none">
            {texts.title} <Whole className="tabular-nums">{protocol}</Whole>
          </h2>
          <ClaimBadge stage={stage} />
        </div>
        <p>{sayStage(claim, stages)}</p>
        <p className="border-l-4 border-petrol-600 pl-4 font-semibold">
          {sayTurn(claim, side, texts.turns)}
        </p>
        <p className="print:hidden">
          <CopyButton text={protocol} texts={texts} />
        </p>
      </header>
      <ClaimFacts claim={claim} side={side} texts={texts} />
      {claim.hasDecision && (
        <OpenFile
          party={party}
          what={{ claimId: id }}
          label={texts.decisionLabel}
          failedText={texts.openFailed}
        />
      )}
      <ClaimPayments payments={payments} party={party} texts={texts} />
      {children}
      <section className="grid grid-cols-1 gap-4" aria-labelledby="claim-items">
        <h3 id="claim-items" className="text-card">
          {texts.itemsTitle}
        </h3>
        {renderItems(
          <ol className="grid grid-cols-1 gap-6 print:gap-3">
            {claim.items.map((item, index) => (
              <li
                key={item.id}
                className="grid grid-cols-1 gap-3 border-t border-sand-300 pt-5 print:break-inside-avoid print:gap-1 print:pt-2"
              >
                <ClaimItemSheet claim={claim} item={item} number={index + 1} texts={texts}>
                  {renderAnswer?.(item, index + 1)}
                </ClaimItemSheet>
                <ClaimFiles {...files} item={{ ...item, number: index + 1 }} />
              </li>
            ))}
          </ol>,
        )}
        <ClaimFiles {...files} />
      </section>
      {closing}
      <section className="print:break-inside-avoid" aria-labelledby="claim-history">
        <h3 id="claim-history" className="mb-3 text-card">
          {texts.historyTitle}
        </h3>
        <HistoryList entries={describeCaseEvents(claim.events)} />
      </section>
    </article>
  );
}

/** Describes the stage for the side that reads. */
export function sayStage(claim: ClaimView, texts: ClaimStageTexts): string {
  const { stage, hearUntil, decideBy, payBy, paidOn, granted = 0 } = claim;
  const until = stage === "hearing" ? hearUntil : stage === "decided" ? payBy : decideBy;
  // Parties see the stage `second` as `deciding`, because only staff may know about the second decider.
  return fillVariables(texts[stage === "second" ? "deciding" : stage], {
    until: until ? formatShortDate(until) : "",
    paidOn: paidOn ? formatShortDate(paidOn) : "",
    granted: formatCurrency(granted),
  });
}

/** Says who must act and until when, or that Payser's own answer is late. */
export function sayTurn(
  { turn, until, isOverdue }: ClaimView,
  side: ClaimSheetProps["side"],
  texts: ClaimSheetTexts["turns"],
): string {
  if (!turn || !until) return texts.nobody;
  const isLate = isOverdue && turn === "staff";
  const words = turn === side ? texts.yours : isLate ? texts.late : texts[turn];
  return fillVariables(words, { until: formatShortDate(until) });
}

type ClaimFactsProps = Pick<ClaimSheetProps, "claim" | "side" | "texts">;

function ClaimFacts({ claim, side, texts: { labels, noAccountText } }: ClaimFactsProps) {
  const { openedAt, asked, granted, limit, limitLeft, account, accountNext } = claim;
  const { hearUntil, decideBy, payBy, paidOn, stage } = claim;
  const isOpen = ["hearing", "wanted", "deciding", "second", "appealed"].includes(stage);
  const day = (iso: string | undefined) => (iso === undefined ? null : formatShortDate(iso));
  const money = (amount: number | undefined) =>
    amount === undefined ? null : formatCurrency(amount);
  return (
    <DataList className="grid-cols-1 min-[20rem]:grid-cols-2 sm:grid-cols-3 print:grid-cols-4">
      <Datum label={labels.asked}>{money(asked)}</Datum>
      <Datum label={labels.granted}>{money(granted)}</Datum>
      <Datum label={labels.limit}>{money(limit)}</Datum>
      <Datum label={labels.limitLeft}>{money(limitLeft)}</Datum>
      <Datum label={labels.openedAt}>{day(todayInBrasilia(new Date(openedAt)))}</Datum>
      <Datum label={labels.hearUntil}>{day(hearUntil)}</Datum>
      <Datum label={labels.decideBy}>{isOpen ? day(decideBy) : null}</Datum>
      <Datum label={labels.payBy}>{stage === "decided" ? day(payBy) : null}</Datum>
      <Datum label={labels.paidOn}>{day(paidOn)}</Datum>
      <Datum label={labels.account}>
        {account ?? (side === "landlord" && claim.may.changeAccount ? noAccountText : null)}
      </Datum>
      <Datum label={labels.accountNext}>{accountNext ?? null}</Datum>
    </DataList>
  );
}

interface ClaimItemSheetProps {
  claim: ClaimView;
  item: ClaimItem;
  number: number;
  texts: ClaimSheetTexts;
  /** Field for the tenant's answer. */
  children?: ReactNode;
}

function ClaimItemSheet({ claim, item, number, texts, children }: ClaimItemSheetProps) {
  const { kind, description, asked, granted, reason, clause, answer } = item;
  const { labels } = texts;
  const silence = claim.hearUntil < todayInBrasilia() ? texts.silentText : texts.noAnswerText;
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
      {children ?? (
        <DataList>
          <Datum label={labels.answer}>
            {answer ? <span className="whitespace-pre-line">{answer}</span> : silence}
          </Datum>
        </DataList>
      )}
    </>
  );
}

interface ClaimAppealNoteProps {
  appeal: NonNullable<ClaimView["appeal"]>;
  title: string;
}

/** Shows both sides why a party requested a review of the decision. */
export function ClaimAppealNote({ appeal, title }: ClaimAppealNoteProps) {
  return (
    <section className="rounded-md bg-sand-100 p-4 print:p-0" aria-labelledby="appeal-asked">
      <h3 id="appeal-asked" className="text-base">
        {title}
      </h3>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{appeal.text}</p>
      <p className="mt-2 text-sm text-muted">{formatDateTime(appeal.at)}</p>
    </section>
  );
}
