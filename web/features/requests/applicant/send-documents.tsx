import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { formatShortDateTime } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type AskedFile,
  documentKindTitles,
  withdrawnFileSchema,
} from "#contracts/requests/documents.ts";
import type { TrackedDocument } from "#contracts/requests/tracking.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { callAsParty } from "../../../backend/ask-as-tenant.ts";
import { CallFailure } from "../../../backend/call-function.ts";
import { sendCaseFile } from "../../../backend/files/case-files.ts";
import type { TrackingQueryResult } from "../../../content/sanity.types.ts";
import { describeFile } from "../../../formats/file-size.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";
import { UploadQueue } from "../../../ui/feedback/upload-queue.tsx";

interface SendDocumentsProps {
  secret: string;
  documents: readonly TrackedDocument[];
  isOpen: boolean;
  texts: DocumentTexts;
  /** Called after an upload or a removal, so that the page reads the request from the server again. */
  onChange: () => void;
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
  onChange: () => void;
}

function SendDocument({ secret, document, isOpen, texts, onChange }: SendDocumentProps) {
  const { id, kind, note, status, reason, files } = document;
  const backend = useBackend();
  const title = documentKindTitles[kind];
  const words = {
    asked: texts.askedLabel,
    sent: texts.sentLabel,
    accepted: texts.acceptedLabel,
    refused: texts.refusedLabel,
  };
  const labels = { asked: texts.sendLabel, refused: texts.againLabel, sent: texts.addLabel };
  return (
    <li className="grid gap-3 border-l-4 border-sand-300 pl-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-base">{title}</h3>
        <StatusBadge tone={tones[status]}>{words[status]}</StatusBadge>
      </div>
      {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      {reason && (
        <p className="whitespace-pre-line wrap-anywhere">
          <strong className="block">{texts.reasonLabel}</strong>
          {reason}
        </p>
      )}
      <SentFiles
        secret={secret}
        files={files}
        title={title}
        isOpen={isOpen}
        texts={texts}
        onChange={onChange}
      />
      {isOpen && status !== "accepted" && (
        <UploadQueue
          // These file types make phones offer the camera and convert the photo to JPEG.
          accept={askedFilesFileType}
          isPrimary={status !== "sent"}
          of={title}
          onSend={sendCaseFile(backend, { secret }, { kind: "asked", of: id, fields: {} })}
          onArrived={onChange}
          texts={{
            ...texts,
            chooseLabel: labels[status],
            help: texts.fileHelp,
            removeLabel: texts.unqueueLabel,
            // A count of received files would contradict a document whose files were all removed.
            countText: (sent, total) =>
              sent === total && files.length === 0
                ? ""
                : fillVariables(texts.countText, { sent, total }),
          }}
        />
      )}
    </li>
  );
}

interface SentFilesProps {
  secret: string;
  files: readonly AskedFile[];
  title: string;
  isOpen: boolean;
  texts: DocumentTexts;
  onChange: () => void;
}

/** Lists the received files of a document. The applicant removes single files until staff accept the document. */
function SentFiles({ secret, files, title, isOpen, texts, onChange }: SentFilesProps) {
  const backend = useBackend();
  const outcome = useRef<HTMLDivElement>(null);
  const removal = useMutation({
    mutationFn: (fileId: string) =>
      callAsParty(
        backend,
        { secret },
        { name: "withdraw-file", body: { fileId }, data: withdrawnFileSchema },
      ),
    // The removed file had the focused button, so the list takes the focus.
    onSuccess: () => outcome.current?.focus(),
    onSettled: onChange,
  });
  const shown = files.filter(({ id }) => !(removal.isSuccess && removal.variables === id));
  if (shown.length === 0 && removal.isIdle) return null;
  return (
    <div ref={outcome} tabIndex={-1} className="grid gap-3 outline-none">
      {shown.length > 0 && (
        <ol className="grid gap-2" aria-label={`${texts.filesLabel}: ${title}`}>
          {shown.map((file, place) => (
            <li
              key={file.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
            >
              <span className="min-w-0 text-sm">
                {fillVariables(texts.fileText, {
                  number: place + 1,
                  file: describeFile(file),
                  moment: formatShortDateTime(file.receivedAt),
                })}
              </span>
              {isOpen && (
                <Button
                  className="btn-outline btn-sm"
                  isBusy={removal.isPending && removal.variables === file.id}
                  disabled={removal.isPending}
                  onClick={() => removal.mutate(file.id)}
                >
                  {texts.removeLabel}
                  <span className="sr-only">{` ${place + 1} (${title})`}</span>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {removal.isSuccess && (
        <output className="block font-semibold text-petrol-700">{texts.removedText}</output>
      )}
      <ActionAlert action={removal}>
        {(removal.error instanceof CallFailure && removal.error.message) || texts.removeFailed}
      </ActionAlert>
    </div>
  );
}

type DocumentTexts = NonNullable<TrackingQueryResult>["documents"];
