import { useEffect, useRef } from "react";
import {
  documentKindTitles,
  fileTypes,
} from "../../../supabase/functions/_shared/contracts/request-documents.ts";
import type { TrackedDocument } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import type { DocumentTexts } from "./document-texts.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { useUpload } from "./use-upload.ts";

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
export function SendDocument({ secret, document, isOpen, texts, onArrived }: SendDocumentProps) {
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
              accept={fileTypes.join(",")}
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
