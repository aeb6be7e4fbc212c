import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { formatDeadline } from "#contracts/fields/formats.ts";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { paths } from "../config/paths.ts";
import { whatsappHref } from "../formats/phone.ts";
import { CopyButton } from "../ui/feedback/copy-button.tsx";
import { browserStorage, receiptKey } from "./browser-storage.ts";

/** Editors' texts that are shown with the result of a form. */
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
  whatsapp: string | null | undefined;
}

const storage = browserStorage("sessionStorage");

/** Stored result. Its e-mail address is masked, so that only the owner recognises the address. */
const keptSchema = z.extend(receiptSchema, { email: z.optional(z.string()) });
type Kept = z.output<typeof keptSchema>;

interface ResultToShow {
  functionName: string;
  content: ResultContent;
  /** Response and typed e-mail address of a form that was just sent; undefined for a stored result. */
  arrived: { answer: unknown; email: string } | undefined;
  isPage: boolean;
  /** Shows the result in the page, or removes it when called with undefined. */
  show: (result: ReactNode) => void;
}

/** Shows the result of a form and stores it for the tab, with a masked e-mail address. */
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

/** Returns the receipt in the response to a form; undefined for any other value. */
export function readReceipt(answer: unknown): Kept | undefined {
  return receiptSchema.safeParse(answer).data;
}

function readKept(key: string): Kept | undefined {
  try {
    return keptSchema.safeParse(JSON.parse(storage.getItem(key) ?? "null")).data;
  } catch {
    // The stored text is not JSON, so another program wrote it.
    return undefined;
  }
}

function maskEmail(email: string): string {
  return email.replace(/(?<=^.).*(?=@)/u, "•••");
}

interface FormResultProps {
  content: ResultContent;
  receipt: Kept;
  /** True for a result that has just arrived. Its heading then gets the focus. */
  isNew?: boolean;
  /** True when the page shows nothing but the result. */
  isPage?: boolean;
  /** Shows an empty form again; absent without JavaScript. */
  onAgain?: () => void;
}

export function FormResult({ content, receipt, isNew, isPage, onAgain }: FormResultProps) {
  const { result: texts, whatsapp } = content;
  const { protocol, answerDueAt, trackingSecret, email } = receipt;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) {
      heading.current?.focus({ preventScroll: true });
      // A toast at the bottom of the window could cover the protocol and the buttons, so the result moves to the top.
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
          // This link loads the whole page, because client-side navigation would lose the fragment with the secret.
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
          // Pages without JavaScript show this link, which loads the current page again with an empty form.
          <a className="btn btn-outline" href="?">
            {texts.againLabel}
          </a>
        )}
      </div>
    </section>
  );
}

/** Stores in the history entry whether a reload loads the application at once (`web/app/boot.ts`). */
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
