import { askedDocumentsFileType } from "#contracts/stored-values.ts";
import { useEffect, useRef } from "react";
import { documentKindTitles } from "#contracts/requests/documents.ts";
import type { TrackedDocument } from "#contracts/requests/tracking.ts";
import type { TrackingQueryResult } from "../../../content/sanity.types.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";
import { useUpload } from "./use-upload.ts";

interface SendDocumentsProps {
  secret: string;
  documents: readonly TrackedDocument[];
  isOpen: boolean;
  texts: DocumentTexts;
  onArrived: () => void;
}

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

function SendDocument({ secret, document, isOpen, texts, onArrived }: SendDocumentProps) {
  const { id, kind, note, status, reason } = document;
  const { state, send, retry, cancel } = useUpload({ secret, documentId: id, onArrived });
  const outcome = useRef<HTMLDivElement>(null);
  const { phase } = state;
  // The cancel button had the focus and has just been removed, so the result of the upload gets the focus.
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
              <Button onClick={retry}>
                {texts.retryLabel}
                <span className="sr-only"> ({title})</span>
              </Button>
            )}
          </div>
        )}
      </div>
      {phase === "sending" ? (
        <UploadProgress title={title} share={state.share} texts={texts} onCancel={cancel} />
      ) : (
        isOpen && (
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            {/* The input is hidden only visually, so that the keyboard still reaches it. People see the label of the input. */}
            <input
              id={`file-${id}`}
              type="file"
              className="peer sr-only"
              // These file types make phones offer the camera and convert the photo to JPEG.
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
  title: string;
  /** Uploaded share of the file, from 0 to 1. */
  share: number;
  texts: DocumentTexts;
  onCancel: () => void;
}

function UploadProgress({ title, share, texts, onCancel }: UploadProgressProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The file picker had the focus and has just been removed, so the cancel button gets the focus.
  useEffect(() => cancel.current?.focus(), []);
  const percent = Math.round(share * 100);
  return (
    <div className="mt-3 grid gap-3">
      <label className="grid gap-1">
        <span>
          {texts.sendingLabel} <span className="sr-only">{title} </span>
          <span className="tabular-nums">{percent}%</span>
        </span>
        {/* The check of an uploaded file takes an unknown time, so the bar shows no value during the check. */}
        <progress
          className="h-3 w-full accent-petrol-600"
          {...(share < 1 && { value: percent, max: 100 })}
        />
      </label>
      <Button
        ref={cancel}
        className="btn-outline justify-self-start max-sm:w-full"
        onClick={onCancel}
      >
        {texts.cancelLabel}
        <span className="sr-only"> ({title})</span>
      </Button>
    </div>
  );
}

type DocumentTexts = NonNullable<TrackingQueryResult>["documents"];
