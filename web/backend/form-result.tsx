import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { formatDeadline } from "../../supabase/functions/_shared/contracts/fields/formats.ts";
import { receiptSchema } from "../../supabase/functions/_shared/contracts/tracking.ts";
import { paths } from "../config/paths.ts";
import { whatsappHref } from "../formats/phone.ts";
import { CopyButton } from "../ui/feedback/copy-button.tsx";
import { browserStorage, receiptKey } from "./browser-storage.ts";

/** The words around what became of a form, as editors wrote them. */
export interface ResultContent {
  result: {
    title: string;
    text: string;
    protocolLabel: string;
    copyLabel: string;
    copiedLabel: string;
    deadlineLabel?: string;
    deadlineNote?: string;
    emailLabel: string;
    stepsTitle: string;
    steps: readonly { _key: string; title: string; text: string }[];
    trackLabel?: string;
    whatsappLabel: string;
    whatsappMessage: string;
    againLabel: string;
  };
  /** The company's number. */
  whatsapp: string | null | undefined;
}

const storage = browserStorage("sessionStorage");

/** `email` is masked: it tells its owner which address it was, and nobody else what it is. */
const keptSchema = z.extend(receiptSchema, { email: z.optional(z.string()) });
type Kept = z.output<typeof keptSchema>;

interface ResultToShow {
  functionName: string;
  content: ResultContent;
  /** What the form was answered with, and the address that was typed; undefined for what is kept. */
  arrived: { answer: unknown; email: string } | undefined;
  isPage: boolean;
  /** Puts the result into the page, or nothing in its place. */
  show: (result: ReactNode) => void;
}

/**
 * Shows what became of a form, and keeps it for as long as the tab: protocol, deadline and the
 * link's secret; of what was typed, the masked e-mail.
 */
export function showResult({ functionName, content, arrived, isPage, show }: ResultToShow): void {
  const key = receiptKey(functionName);
  const receipt = arrived ? readReceipt(arrived.answer) : readKept(key);
  if (!receipt) return storage.removeItem(key);
  if (arrived) {
    storage.setItem(key, JSON.stringify({ ...receipt, email: maskEmail(arrived.email) }));
  }
  show(
    <FormResult
      content={content}
      receipt={arrived ? { ...receipt, email: arrived.email } : receipt}
      isNew={arrived !== undefined}
      isPage={isPage}
      onAgain={() => {
        storage.removeItem(key);
        show(undefined);
      }}
    />,
  );
}

/** What a form was answered with; undefined for anything else. */
export function readReceipt(answer: unknown): Kept | undefined {
  return receiptSchema.safeParse(answer).data;
}

function readKept(key: string): Kept | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(storage.getItem(key) ?? "null")).data;
  } catch {
    // Not ours.
    return undefined;
  }
}

/** The first letter of an address and its domain. */
function maskEmail(email: string): string {
  return email.replace(/(?<=^.).*(?=@)/u, "•••");
}

interface FormResultProps {
  content: ResultContent;
  receipt: Kept;
  /** It has just arrived, and takes the focus. */
  isNew?: boolean;
  /** It is all that the page holds. */
  isPage?: boolean;
  /** Brings the form back; absent where there is no JavaScript to do it. */
  onAgain?: () => void;
}

/** In the place of a form that arrived: how to name it, until when, and what comes next. */
export function FormResult({ content, receipt, isNew, isPage, onAgain }: FormResultProps) {
  const { result: texts, whatsapp } = content;
  const { protocol, answerDueAt, trackingSecret, email } = receipt;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) {
      heading.current?.focus({ preventScroll: true });
      // At the top of the window: the notice at its foot covers neither protocol nor button.
      heading.current?.scrollIntoView();
    }
    markPage(true);
  }, [isNew]);

  function startAnew() {
    markPage(false);
    if (onAgain) flushSync(onAgain);
    document.querySelector<HTMLElement>("main form input")?.focus();
  }

  const Title = isPage ? "h1" : "h2";
  const Subtitle = isPage ? "h2" : "h3";
  const message = texts.whatsappMessage.replace("{{protocol}}", protocol);
  return (
    <section className="card card-border grid gap-8" aria-labelledby="result-title">
      <div>
        <Title ref={heading} id="result-title" tabIndex={-1} className="text-card scroll-mt-28">
          {texts.title}
        </Title>
        <p className="text-soft mt-2">{texts.text}</p>
      </div>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Datum label={texts.protocolLabel}>
          <span className="block text-lg font-bold whitespace-nowrap">{protocol}</span>
          {onAgain && <CopyButton texts={texts} text={protocol} />}
        </Datum>
        {answerDueAt !== undefined && texts.deadlineLabel && (
          <Datum label={texts.deadlineLabel}>
            <time className="text-lg font-bold" dateTime={answerDueAt}>
              {formatDeadline(answerDueAt)}
            </time>
            <span className="block text-xs text-muted">{texts.deadlineNote}</span>
          </Datum>
        )}
        {email !== undefined && <Datum label={texts.emailLabel}>{email}</Datum>}
      </dl>
      <div>
        <Subtitle className="text-base">{texts.stepsTitle}</Subtitle>
        <ol className={`mt-4 grid gap-4 ${isPage ? "sm:grid-cols-3 sm:gap-6" : ""}`}>
          {texts.steps.map(({ _key, title, text }) => (
            <li key={_key} className="rounded-md bg-sand-100 p-5">
              <strong>{title}</strong>
              <span className="text-soft mt-1 block">{text}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        {texts.trackLabel && (
          // Loaded as a page of its own: a visit within the page would lose the fragment.
          <a
            className="btn btn-primary"
            href={`${paths.tracking}${trackingSecret === undefined ? "" : `#${trackingSecret}`}`}
          >
            {texts.trackLabel}
          </a>
        )}
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
          // Without a path it is the page that was posted to.
          <a className="btn btn-outline" href="?">
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
