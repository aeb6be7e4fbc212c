import type { ReactNode } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { formatDeadline } from "../../../supabase/functions/_shared/contracts/formats/deadline.ts";
import type { TrackedRequest } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { paths } from "../../config/paths.ts";
import { whatsappHref } from "../../formats/phone.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import type { TrackingTexts } from "./tracking-texts.ts";
import { type Stage, stagesOf, stateOf } from "./request-stages.ts";

interface RequestProgressProps {
  request: TrackedRequest;
  texts: TrackingTexts;
  /** What is to be done now, between the state and the stages. */
  children?: ReactNode;
}

/** Who has the ball, until when, what to do now; then the stages, with words and not colours alone. */
export function RequestProgress({ request, texts, children }: RequestProgressProps) {
  const { protocol, status, receivedAt, answerDueAt, reason } = request;
  const now = texts.states[stateOf(request)];
  const message = texts.whatsappMessage.replace("{{protocol}}", protocol);
  return (
    <div className="grid gap-6">
      <section className="card card-border grid gap-6" aria-labelledby="now-title">
        <DataList className="sm:grid-cols-3">
          <Datum label={texts.protocolLabel}>{protocol}</Datum>
          <Datum label={texts.receivedLabel}>{formatDateTime(receivedAt)}</Datum>
          {status === "pending" && (
            <Datum label={texts.dueLabel}>
              <time dateTime={answerDueAt}>{formatDeadline(answerDueAt)}</time>
              <span className="block text-xs text-muted">{texts.timeZoneNote}</span>
            </Datum>
          )}
        </DataList>
        <div className="rounded-md bg-sand-100 p-5" aria-live="polite">
          <h2 id="now-title" className="text-card">
            {texts.nowTitle}
          </h2>
          <p className="mt-2 text-sm text-muted">
            {texts.whoLabel}: <strong className="text-ink">{now.who}</strong>
          </p>
          <p className="mt-2">{now.text}</p>
          {reason && (
            <>
              <h3 className="mt-4 text-base">{texts.reasonTitle}</h3>
              <p className="mt-1 whitespace-pre-line wrap-anywhere">{reason}</p>
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {texts.whatsapp && (
            <a className="btn btn-outline" href={whatsappHref(texts.whatsapp, message)}>
              {texts.whatsappLabel}
            </a>
          )}
          {status === "rejected" && (
            <ButtonLink href={paths.simulation}>{texts.againLabel}</ButtonLink>
          )}
        </div>
      </section>
      {children}
      <section className="card card-border" aria-labelledby="stages-title">
        <h2 id="stages-title" className="text-card">
          {texts.stagesTitle}
        </h2>
        <ol className="mt-6 grid gap-6">
          {stagesOf(request).map((stage) => (
            <StageItem key={stage.name} stage={stage} texts={texts} />
          ))}
        </ol>
      </section>
    </div>
  );
}

const tones = { done: "good", current: "waiting", ahead: "neutral" } satisfies Record<
  Stage["progress"],
  StatusTone
>;

function StageItem({ stage: { name, progress }, texts }: { stage: Stage; texts: TrackingTexts }) {
  const { title, text } = texts.stages[name];
  const words = {
    done: texts.doneLabel,
    current: texts.currentLabel,
    ahead: texts.aheadLabel,
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
