import type { ReactNode } from "react";
import { contractStateOn, isRunningState } from "#contracts/leases/contract.ts";
import { endingWords, sayRefund } from "#contracts/leases/endings.ts";
import {
  formatDateTime,
  formatDeadline,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { TrackedRequest } from "#contracts/requests/tracking.ts";
import { paths } from "../../config/paths.ts";
import { Button } from "../../ui/feedback/button.tsx";
import type { EndingTextsQueryResult, TrackingQueryResult } from "../../content/sanity.types.ts";
import { whatsappHref } from "../../formats/phone.ts";
import { CopyButton } from "../../ui/feedback/copy-button.tsx";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { DataList, Datum, Fold, Whole } from "../../ui/section/facts.tsx";

interface RequestProgressProps {
  request: TrackedRequest;
  texts: TrackingTexts;
  /** Button that opens the contract. It comes before the links to WhatsApp and to the next step. */
  action?: ReactNode;
  /** Content about what the applicant has to do next, shown between the state and the stages. */
  children?: ReactNode;
}

/** Shows who must act next on the request, the deadline, the next step, and all stages. */
export function RequestProgress({ request, texts, action, children }: RequestProgressProps) {
  const { protocol, status, receivedAt, answerDueAt, documentsDueAt, reason, contract } = request;
  const state = stateOf(request);
  const now = texts.states[state];
  const isOfferOpen = state === "offered" || state === "adjustmentAsked";
  const message = texts.whatsappMessage.replace("{{protocol}}", protocol);
  return (
    <div className="grid gap-6">
      <section className="card card-border grid gap-5" aria-labelledby="now-title">
        <DataList className="gap-y-2 sm:grid-cols-3">
          <Datum label={texts.protocolLabel}>
            <Whole className="me-2">{protocol}</Whole>
            <span className="noscript:hidden">
              <CopyButton text={protocol} texts={texts} />
            </span>
          </Datum>
          <Datum label={texts.receivedLabel}>{formatDateTime(receivedAt)}</Datum>
          {status === "pending" && !documentsDueAt && (
            <Datum label={texts.dueLabel}>
              <time dateTime={answerDueAt} className="inline-block">
                {formatDeadline(answerDueAt)}
              </time>
              <span className="block text-xs text-muted">{texts.timeZoneNote}</span>
            </Datum>
          )}
          {status === "pending" && documentsDueAt && (
            <Datum label={texts.documentsDueLabel}>
              <time dateTime={documentsDueAt} className="inline-block">
                {formatShortDate(todayInBrasilia(new Date(documentsDueAt)))}
              </time>
            </Datum>
          )}
        </DataList>
        <div className="rounded-md bg-sand-100 p-4" aria-live="polite">
          <h2 id="now-title" className="text-card">
            {texts.nowTitle}
          </h2>
          <p className="mt-2 text-sm text-muted">
            {texts.whoLabel}: <strong className="text-ink">{now.who}</strong>
          </p>
          <p className="mt-2">{nowText(now.text, contract, texts)}</p>
          {contract?.refund && <p className="mt-2">{sayRefund(contract.refund, texts.regret)}</p>}
          {reason && (
            <>
              <h3 className="mt-4 text-base">{texts.reasonTitle}</h3>
              <p className="mt-1 whitespace-pre-line wrap-anywhere">{reason}</p>
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {state === "correctionAsked" && (
            <LeadButton to="correction-title">{texts.readCorrectionLabel}</LeadButton>
          )}
          {action}
          {state === "documentsAsked" && (
            <LeadButton to="asked-title">{texts.sendDocumentsLabel}</LeadButton>
          )}
          {isOfferOpen && <LeadButton to="offer-title">{texts.readOfferLabel}</LeadButton>}
          {status === "rejected" && (
            <ButtonLink href={paths.simulation}>{texts.againLabel}</ButtonLink>
          )}
          {texts.whatsapp && (
            <a className="btn btn-outline" href={whatsappHref(texts.whatsapp, message)}>
              {texts.whatsappLabel}
            </a>
          )}
        </div>
      </section>
      {children}
      <section className="card card-border py-4" aria-label={texts.stagesTitle}>
        {/* The stages are collapsed while the applicant has conditions to read. */}
        <Fold title={texts.stagesTitle} as="h2" isOpen={!isOfferOpen}>
          <ol className="grid gap-6 py-4">
            {stagesOf(request).map((stage) => (
              <StageItem key={stage.name} stage={stage} texts={texts} />
            ))}
          </ol>
        </Fold>
      </section>
    </div>
  );
}

/** Returns the text about the request's state. For an ended contract, the text states the reason of the ending. */
function nowText(text: string, contract: TrackedRequest["contract"], texts: TrackingTexts): string {
  if (!contract) return text;
  const { startDate, endDate, ending, endedOn } = contract;
  return fillVariables(ending ? texts.kinds[endingWords[ending]] : text, {
    start: formatShortDate(startDate),
    end: formatShortDate(endedOn ?? endDate),
  });
}

/** Scrolls to the next step. A link would replace the URL fragment, which contains the secret. */
function LeadButton({ to, children }: { to: string; children: string }) {
  function lead() {
    const title = document.getElementById(to);
    title?.scrollIntoView();
    title?.focus({ preventScroll: true });
  }
  return (
    <Button className="btn-primary noscript:hidden" onClick={lead}>
      {children}
    </Button>
  );
}

const tones = {
  done: "good",
  current: "waiting",
  paused: "neutral",
  ahead: "neutral",
  maybe: "neutral",
} satisfies Record<Stage["progress"], StatusTone>;

function StageItem({ stage: { name, progress }, texts }: { stage: Stage; texts: TrackingTexts }) {
  const { title, text } = texts.stages[name];
  const words = {
    done: texts.doneLabel,
    current: texts.currentLabel,
    paused: texts.pausedLabel,
    ahead: texts.aheadLabel,
    maybe: texts.maybeLabel,
  };
  return (
    <li
      className="border-l-4 border-sand-300 pl-5 aria-[current=step]:border-petrol-600"
      aria-current={progress === "current" ? "step" : undefined}
    >
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-base">{title}</h3>
        <StatusBadge tone={tones[progress]}>{words[progress]}</StatusBadge>
      </div>
      <p className="text-soft mt-1">{text}</p>
    </li>
  );
}

const stageNames = [
  "received",
  "analysis",
  "documents",
  "conditions",
  "acceptance",
  "contract",
] as const;

export type StageName = (typeof stageNames)[number];

interface Stage {
  name: StageName;
  /** Progress of a stage: `paused` while documents are missing; `maybe` for a stage that may not be needed. */
  progress: "done" | "current" | "paused" | "ahead" | "maybe";
}

type RequestFacts = Pick<TrackedRequest, "status" | "documents" | "offer" | "contract">;

/** State of a request. It decides which texts the page shows about the stage and about who has to act. */
export type RequestState =
  | "pending"
  | "late"
  | "documentsAsked"
  | "documentsSent"
  | "approved"
  | "offered"
  | "adjustmentAsked"
  | "offerExpired"
  | "offerDeclined"
  | "accepted"
  | "correctionAsked"
  | "contractUpcoming"
  | "contractReady"
  | "contractUnpaid"
  | "ended"
  | "rejected";

/** Current stage in each state of a request; null when all stages are done. */
const stageOf: Readonly<Record<RequestState, StageName | null>> = {
  pending: "analysis",
  late: "analysis",
  documentsAsked: "documents",
  documentsSent: "analysis",
  approved: "conditions",
  offered: "acceptance",
  adjustmentAsked: "conditions",
  offerExpired: "acceptance",
  offerDeclined: "conditions",
  accepted: "contract",
  correctionAsked: null,
  contractUpcoming: null,
  contractReady: null,
  contractUnpaid: null,
  ended: null,
  rejected: null,
};

/** Returns the stages of a request. For a rejected request, the analysis is the last stage. */
export function stagesOf(request: RequestFacts): readonly Stage[] {
  if (request.status === "rejected") {
    return [
      { name: "received", progress: "done" },
      { name: "analysis", progress: "done" },
    ];
  }
  const state = stageOf[stateOf(request)];
  const current = state === null ? stageNames.length : stageNames.indexOf(state);
  const wereDocumentsAsked = (request.documents ?? []).length > 0;
  return stageNames
    .filter((name) => name !== "documents" || request.status === "pending" || wereDocumentsAsked)
    .map((name) => {
      const place = stageNames.indexOf(name);
      if (place === current) return { name, progress: "current" };
      if (name === "analysis" && state === "documents") return { name, progress: "paused" };
      // While another stage is current, the documents stage is done if staff asked for documents. Otherwise this stage
      // may still come.
      if (name === "documents") return { name, progress: wereDocumentsAsked ? "done" : "maybe" };
      return { name, progress: place < current ? "done" : "ahead" };
    });
}

/** Returns the state of a request, which decides the page's texts. `late` means a missed answer deadline. */
export function stateOf(
  request: RequestFacts & Partial<Pick<TrackedRequest, "answerDueAt">>,
  now = Date.now(),
): RequestState {
  const { status, contract, offer, answerDueAt } = request;
  if (status === "rejected") return "rejected";
  if (status === "pending")
    return documentState(request) ?? (isPast(answerDueAt, now) ? "late" : "pending");
  if (contract) {
    const state = contractStateOn(contract, todayInBrasilia(new Date(now)));
    if (!isRunningState(state)) return "ended";
    if (!contract.isReady) return "accepted";
    if (contract.correction) return "correctionAsked";
    if (state === "awaiting_payment") return "contractUnpaid";
    return state === "upcoming" ? "contractUpcoming" : "contractReady";
  }
  if (!offer) return "approved";
  if (offer.status === "accepted") return "accepted";
  if (offer.status === "declined") return "offerDeclined";
  if (offer.status === "expired" || isPast(offer.validUntil, now)) return "offerExpired";
  return offer.adjustmentAskedAt ? "adjustmentAsked" : "offered";
}

/**
 * Returns the state of a request whose documents are missing or sent; otherwise undefined. Missing documents take
 * precedence over sent ones.
 */
function documentState({ documents = [] }: RequestFacts): RequestState | undefined {
  if (documents.some(({ status }) => status === "asked" || status === "refused")) {
    return "documentsAsked";
  }
  return documents.some(({ status }) => status === "sent") ? "documentsSent" : undefined;
}

function isPast(moment: string | undefined, now: number): boolean {
  return moment !== undefined && Date.parse(moment) < now;
}

export type TrackingTexts = NonNullable<TrackingQueryResult> & NonNullable<EndingTextsQueryResult>;
