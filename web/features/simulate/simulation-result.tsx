import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatDeadline } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  type Receipt,
  receiptSchema,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { browserStorage } from "../../backend/browser-storage.ts";
import { paths } from "../../config/paths.ts";
import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import { whatsappHref } from "../../formats/phone.ts";
import { receiptKey } from "./simulation-rules.ts";

const storage = browserStorage("sessionStorage");

interface ResultToShow {
  content: SimulationResultProps["content"];
  /** Undefined for what the tab has kept. */
  answer: unknown;
  email: string | undefined;
  /** Puts the result into the page, or nothing in its place. */
  show: (result: ReactNode) => void;
}

/**
 * Shows what became of a simulation, and keeps it for as long as the tab: protocol, deadline and the
 * link's secret, nothing that was typed.
 */
export function showResult({ content, answer, email, show }: ResultToShow): void {
  const receipt = readReceipt(answer === undefined ? readKept() : answer);
  if (!receipt) return storage.removeItem(receiptKey);
  storage.setItem(receiptKey, JSON.stringify(receipt));
  show(
    <SimulationResult
      content={content}
      receipt={receipt}
      email={email}
      onAgain={() => show(undefined)}
    />,
  );
}

/** What a simulation was answered with; undefined for anything else. */
export function readReceipt(answer: unknown): Receipt | undefined {
  return receiptSchema.safeParse(answer).data;
}

function readKept(): unknown {
  try {
    return JSON.parse(storage.getItem(receiptKey) ?? "null");
  } catch {
    // Not ours.
    return null;
  }
}

interface SimulationResultProps {
  content: Pick<NonNullable<SimulationQueryResult>, "result" | "whatsapp">;
  receipt: Receipt;
  /** The address that was just typed; after a reload nobody remembers it. */
  email?: string | undefined;
  /** Brings the form back; absent where there is no JavaScript to do it. */
  onAgain?: () => void;
}

/** In the place of a form that arrived: how to name the request, until when, and what comes next. */
export function SimulationResult({ content, receipt, email, onAgain }: SimulationResultProps) {
  const { result: texts, whatsapp } = content;
  const { protocol, answerDueAt, trackingSecret } = receipt;
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = email !== undefined;
  useEffect(() => {
    if (isNew) heading.current?.focus();
    markPage(true);
  }, [isNew]);

  function startAnew() {
    storage.removeItem(receiptKey);
    markPage(false);
    if (onAgain) flushSync(onAgain);
    document.querySelector<HTMLElement>(".simulation-form input")?.focus();
  }

  const message = texts.whatsappMessage.replace("{{protocol}}", protocol);
  return (
    <section className="card card-border grid gap-8" aria-labelledby="result-title">
      <div>
        <h2 ref={heading} id="result-title" tabIndex={-1} className="text-card scroll-mt-32">
          {texts.title}
        </h2>
        <p className="text-soft mt-2">{texts.text}</p>
      </div>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Datum label={texts.protocolLabel}>
          <span className="block text-lg font-bold">{protocol}</span>
          {onAgain && <CopyButton texts={texts} text={protocol} />}
        </Datum>
        <Datum label={texts.deadlineLabel}>
          <time className="text-lg font-bold" dateTime={answerDueAt}>
            {formatDeadline(answerDueAt)}
          </time>
          <span className="block text-xs text-muted">{texts.deadlineNote}</span>
        </Datum>
        {email !== undefined && <Datum label={texts.emailLabel}>{email}</Datum>}
      </dl>
      <div>
        <h3 className="text-base">{texts.stepsTitle}</h3>
        <ol className="mt-4 grid list-inside list-decimal gap-4 sm:grid-cols-3 sm:gap-6">
          {texts.steps.map(({ _key, title, text }) => (
            <li key={_key} className="rounded-md bg-sand-100 p-5">
              <strong>{title}</strong>
              <span className="text-soft mt-1 block">{text}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        {/* Loaded as a page of its own: a visit within the page would lose the fragment. */}
        <a
          className="btn btn-primary"
          href={`${paths.tracking}${trackingSecret === undefined ? "" : `#${trackingSecret}`}`}
        >
          {texts.trackLabel}
        </a>
        {whatsapp && (
          <a className="btn btn-outline" href={whatsappHref(whatsapp, message)}>
            {texts.whatsappLabel}
          </a>
        )}
        {onAgain ? (
          <button type="button" className="btn btn-outline" onClick={startAnew}>
            {texts.againLabel}
          </button>
        ) : (
          <a className="btn btn-outline" href={paths.simulation}>
            {texts.againLabel}
          </a>
        )}
      </div>
    </section>
  );
}

/** Whether the page comes alive by itself when it is loaded again (`web/app/boot.ts`). */
function markPage(hasResult: boolean): void {
  const { state }: { state: unknown } = history;
  history.replaceState({ ...Object(state), sent: hasResult }, "");
}

function Datum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

interface CopyButtonProps {
  texts: { copyLabel: string; copiedLabel: string };
  text: string;
}

/** Says that it worked in its own place; the text beside it can be selected where it does not. */
function CopyButton({ texts, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm mt-2"
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setIsCopied(true),
          () => undefined,
        )
      }
    >
      <span aria-live="polite">{isCopied ? texts.copiedLabel : texts.copyLabel}</span>
    </button>
  );
}
