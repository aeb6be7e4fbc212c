import { askedDocumentsFileType } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { useEffect, useRef } from "react";
import { documentKindTitles } from "../../../supabase/functions/_shared/contracts/documents.ts";
import type { TrackedDocument } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import type { TrackingQueryResult } from "../../content/sanity.types.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { useUpload } from "./use-upload.ts";

interface SendDocumentsProps {
  /** Of the request's link. */
  secret: string;
  documents: readonly TrackedDocument[];
  /** Whether the request still takes documents. */
  isOpen: boolean;
  texts: DocumentTexts;
  onArrived: () => void;
}

/** What staff asked the applicant for, and the way to send it. */
export function SendDocuments({ documents, isOpen, texts, ...link }: SendDocumentsProps) {
  return (
    <section className="card card-border" aria-labelledby="asked-title">
      <h2 id="asked-title" tabIndex={-1} className="text-card scroll-mt-24">
        {texts.title}
      </h2>
      <p className="text-soft mt-2">{isOpen ? texts.intro : texts.closedText}</p>
      <ul className="mt-6 grid gap-6">
        {documents.map((document) => (
          <SendDocument
            key={document.id}
            document={document}
            isOpen={isOpen && document.status !== "accepted"}
            texts={texts}
            {...link}
          />
        ))}
      </ul>
    </section>
  );
}

const tones = {
  asked: "waiting",
  sent: "neutral",
  accepted: "good",
  refused: "bad",
} satisfies Record<TrackedDocument["status"], StatusTone>;

interface SendDocumentProps {
  secret: string;
  document: TrackedDocument;
  isOpen: boolean;
  texts: DocumentTexts;
  onArrived: () => void;
}

/** One document: what is asked for, how it stands, and its file. */
function SendDocument({ secret, document, isOpen, texts, onArrived }: SendDocumentProps) {
  const { id, kind, note, status, reason } = document;
  const { state, send, retry, cancel } = useUpload({ secret, documentId: id, onArrived });
  const outcome = useRef<HTMLDivElement>(null);
  const { phase } = state;
  // What had the focus, the button that cancels, is gone then.
  useEffect(() => {
    if (["arrived", "failed", "cancelled"].includes(phase)) outcome.current?.focus();
  }, [phase]);

  const title = documentKindTitles[kind];
  const words = {
    asked: texts.askedLabel,
    sent: texts.sentLabel,
    accepted: texts.acceptedLabel,
    refused: texts.refusedLabel,
  };
  const labels = { asked: texts.sendLabel, refused: texts.againLabel, sent: texts.replaceLabel };
  const label = status === "accepted" ? "" : labels[status];
  return (
    <li className="border-l-4 border-sand-300 pl-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-base">{title}</h3>
        <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>
      </div>
      {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{note}</p>}
      {reason && (
        <p className="mt-3 whitespace-pre-line wrap-anywhere">
          <strong className="block">{texts.reasonLabel}</strong>
          {reason}
        </p>
      )}
      <div ref={outcome} tabIndex={-1} className="outline-none">
        {(phase === "arrived" || phase === "cancelled") && (
          <output className="mt-3 block font-semibold text-petrol-700">
            {phase === "arrived" ? texts.arrivedText : texts.cancelledText}
          </output>
        )}
        {phase === "failed" && (
          <div role="alert" className="alert alert-error alert-soft mt-3 rounded-md">
            <p>{state.message || texts.failedText}</p>
            {state.canRetry && (
              <button type="button" className="btn btn-outline" onClick={retry}>
                {texts.retryLabel}
                <span className="sr-only"> ({title})</span>
              </button>
            )}
          </div>
        )}
      </div>
      {phase === "sending" ? (
        <UploadProgress title={title} share={state.share} texts={texts} onCancel={cancel} />
      ) : (
        isOpen && (
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            {/* Not display: none, or no keyboard reaches it; the label is what one sees. */}
            <input
              id={`file-${id}`}
              type="file"
              className="peer sr-only"
              // Phones offer their camera beside the files, and make a JPEG of what they took.
              accept={askedDocumentsFileType.join(",")}
              aria-describedby={`file-help-${id}`}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void send(file);
              }}
            />
            <label
              htmlFor={`file-${id}`}
              className={`btn max-sm:w-full ${status === "sent" ? "btn-outline" : "btn-primary"} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2`}
            >
              {label}
              <span className="sr-only"> ({title})</span>
            </label>
            <span id={`file-help-${id}`} className="text-sm text-muted">
              {texts.fileHelp}
            </span>
          </p>
        )
      )}
    </li>
  );
}

interface UploadProgressProps {
  /** Of the document. */
  title: string;
  /** From 0 to 1, of what has left. */
  share: number;
  texts: DocumentTexts;
  onCancel: () => void;
}

/** How much of a file has left, and the way to stop it. */
function UploadProgress({ title, share, texts, onCancel }: UploadProgressProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The file picker, which had the focus, is gone.
  useEffect(() => cancel.current?.focus(), []);
  const percent = Math.round(share * 100);
  return (
    <div className="mt-3 grid gap-3">
      <label className="grid gap-1">
        <span>
          {texts.sendingLabel} <span className="sr-only">{title} </span>
          <span className="tabular-nums">{percent}%</span>
        </span>
        {/* When all has left, the file is being checked: a bar without an end. */}
        <progress
          className="h-3 w-full accent-petrol-600"
          {...(share < 1 && { value: percent, max: 100 })}
        />
      </label>
      <button
        ref={cancel}
        type="button"
        className="btn btn-outline justify-self-start max-sm:w-full"
        onClick={onCancel}
      >
        {texts.cancelLabel}
        <span className="sr-only"> ({title})</span>
      </button>
    </div>
  );
}

/** The words around the documents on /acompanhar. */
type DocumentTexts = NonNullable<TrackingQueryResult>["documents"];
