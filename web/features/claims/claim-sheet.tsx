import { type ReactNode, useEffect, useRef } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { describeCaseEvents } from "#contracts/claims/case-events.ts";
import {
  type ClaimItem,
  type ClaimStage,
  type ClaimView,
  claimStageTitles,
} from "#contracts/claims/claims.ts";
import type { CaseParty } from "../../backend/files/case-files.ts";
import { Button } from "../../ui/feedback/button.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { CopyButton } from "../../ui/feedback/copy-button.tsx";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { HistoryList, Whole } from "../../ui/section/facts.tsx";
import { ClaimFacts, ClaimItemSheet, type ClaimParty } from "./claim-facts.tsx";
import { ClaimFiles, type ClaimSheetTexts, OpenFile } from "./claim-files.tsx";
import { ClaimPayments } from "./claim-payments.tsx";

/** Texts of the stages for one side. */
type ClaimStageTexts = NonNullable<ContractQueryResult>["claim"]["stages"];

const tones: Record<ClaimStage, StatusTone> = {
  evidence: "waiting",
  hearing: "waiting",
  replying: "waiting",
  wanted: "waiting",
  deciding: "waiting",
  second: "waiting",
  review: "waiting",
  decided: "good",
  paid: "good",
  refused: "bad",
  withdrawn: "neutral",
};

export function ClaimBadge({ stage }: { stage: ClaimStage }) {
  return <StatusBadge tone={tones[stage]}>{claimStageTitles[stage]}</StatusBadge>;
}

interface ClaimSheetProps {
  claim: ClaimView;
  side: ClaimParty;
  texts: ClaimSheetTexts;
  stages: ClaimStageTexts;
  /** Party in whose name this side opens and sends files. */
  party: CaseParty;
  onBack: () => void;
  /** Called after this side sent something, so that the claim is read again. */
  onChanged: () => void;
  /** Notice above everything, such as that the claim was just registered. */
  notice?: ReactNode;
  /** Field for the answer of this side to an item, while it can be given. */
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
                <ClaimItemSheet
                  claim={claim}
                  item={item}
                  side={side}
                  number={index + 1}
                  texts={texts}
                >
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
  const { stage, decideBy, payBy, paidOn, granted = 0 } = claim;
  const isOfParty = stage === "evidence" || stage === "hearing" || stage === "replying";
  const until = isOfParty ? claim.until : stage === "decided" ? payBy : decideBy;
  return fillVariables(texts[wordOf(claim)], {
    until: until ? formatShortDate(until) : "",
    paidOn: paidOn ? formatShortDate(paidOn) : "",
    granted: formatCurrency(granted),
  });
}

function wordOf({ stage, withdrawnWhy }: ClaimView) {
  if (stage === "withdrawn" && withdrawnWhy === "cancelled") return "voided";
  // Parties see the stage `second` as `deciding`, because only staff may know about the second decider.
  return stage === "second" ? "deciding" : stage;
}

/** Says who must act and until when, or that Payser's own answer is late. */
export function sayTurn(
  { turn, until, isOverdue }: ClaimView,
  side: ClaimParty,
  texts: ClaimSheetTexts["turns"],
): string {
  if (!turn || !until) return texts.nobody;
  const isLate = isOverdue && turn === "staff";
  const words = turn === side ? texts.yours : isLate ? texts.late : texts[turn];
  return fillVariables(words, { until: formatShortDate(until) });
}
