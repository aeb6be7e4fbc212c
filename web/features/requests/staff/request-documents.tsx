import { useRef, useState } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { documentKindTitles } from "#contracts/requests/documents.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { Spinner, StatusBadge } from "../../../ui/feedback/states.tsx";
import { AskDocumentsDialog, RefuseDocumentDialog } from "./document-dialogs.tsx";
import {
  type RequestDocument,
  useDocumentAction,
  useRequestDocuments,
} from "./document-queries.ts";
import { DocumentViewer } from "./document-viewer.tsx";

interface RequestDocumentsProps {
  simulationId: string;
  /** Status of the request. Staff ask for documents and check documents only while the request is pending. */
  status: string;
  /** Prepared sentences, maintained by editors, that staff can insert into the note to the applicant. */
  askNotes?: readonly string[];
  refusalReasons?: readonly string[];
  /** Id and shortcut of the button that asks for documents, so that the keyboard shortcut can reach the button. */
  askButton?: { id: string; "aria-keyshortcuts": string };
}

export function RequestDocuments(props: RequestDocumentsProps) {
  const { simulationId, status, askNotes = [], refusalReasons = [], askButton } = props;
  const { data, isError, refetch } = useRequestDocuments(simulationId);
  const [isAsking, setIsAsking] = useState(false);
  const asker = useRef<HTMLButtonElement>(null);
  const isPending = status === "pending";
  const titleId = `documents-${simulationId}`;
  return (
    <section className="border-t border-sand-200 pt-6" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="text-base">
          Documentos
        </h3>
        {isPending && (
          <StaffButton
            needs="requests"
            ref={asker}
            className="btn-outline btn-sm"
            {...askButton}
            onClick={() => setIsAsking(true)}
          >
            Pedir documentos
          </StaffButton>
        )}
      </div>
      {!data && !isError && <Spinner label="Carregando documentos..." />}
      {isError && (
        <LoadFailed
          text={
            data
              ? "Os documentos podem estar desatualizados."
              : "Não foi possível carregar os documentos."
          }
          onRetry={refetch}
          className="mt-3"
        />
      )}
      {data?.length === 0 && <p className="text-soft mt-2 text-sm">Nenhum documento pedido.</p>}
      {data && data.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {data.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              simulationId={simulationId}
              canDecide={isPending && document.status === "sent"}
              refusalReasons={refusalReasons}
            />
          ))}
        </ul>
      )}
      {isAsking && (
        <AskDocumentsDialog
          simulationId={simulationId}
          notes={askNotes}
          onClose={() => {
            setIsAsking(false);
            asker.current?.focus();
          }}
        />
      )}
    </section>
  );
}

const states = {
  asked: { tone: "waiting", word: "Aguardando envio" },
  sent: { tone: "neutral", word: "A conferir" },
  accepted: { tone: "good", word: "Aceito" },
  refused: { tone: "bad", word: "Recusado" },
} as const;

const countFiles = (count: number) => (count === 1 ? "1 arquivo" : `${count} arquivos`);

interface DocumentRowProps {
  document: RequestDocument;
  simulationId: string;
  canDecide: boolean;
  refusalReasons: readonly string[];
}

function DocumentRow(props: DocumentRowProps) {
  const { document, simulationId, canDecide, refusalReasons } = props;
  const { id, kind, note, status, asked_at, sent_at, refusal_reason, files } = document;
  const fileIds = files.map((file) => file.id);
  const [isRefusing, setIsRefusing] = useState(false);
  const action = useDocumentAction(simulationId);
  const [isShown, setIsShown] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const title = documentKindTitles[kind];
  const forWhich = <span className="sr-only"> ({title})</span>;
  return (
    <li ref={row} tabIndex={-1} className="border-l-4 border-sand-300 pl-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{title}</strong>
        <StatusBadge tone={states[status].tone}>{states[status].word}</StatusBadge>
      </div>
      {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{note}</p>}
      <p className="mt-1 text-muted">
        {sent_at
          ? `Enviado em ${formatDateTime(sent_at)}: ${countFiles(files.length)}`
          : `Pedido em ${formatDateTime(asked_at)}`}
      </p>
      {refusal_reason && (
        <p className="mt-1 whitespace-pre-line wrap-anywhere">Motivo: {refusal_reason}</p>
      )}
      {files.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button className="btn-outline btn-sm" onClick={() => setIsShown(true)}>
            Abrir
            {forWhich}
          </Button>
          {canDecide && (
            <>
              <StaffButton
                needs="requests"
                className="btn-primary btn-sm"
                isBusy={action.isPending}
                onClick={() => {
                  // The action removes the clicked button, so the row takes the focus.
                  row.current?.focus({ preventScroll: true });
                  action.mutate({ name: "accept_document", documentId: id, files: fileIds });
                }}
              >
                Aceitar
                {forWhich}
              </StaffButton>
              <StaffButton
                needs="requests"
                className="btn-outline btn-sm"
                disabled={action.isPending}
                onClick={() => setIsRefusing(true)}
              >
                Recusar
                {forWhich}
              </StaffButton>
            </>
          )}
        </div>
      )}
      {isShown && (
        <DocumentViewer
          title={title}
          files={files.map((file, place) => ({
            id: file.id,
            endpoint: { name: "open-document", body: { documentId: file.id } },
            title: files.length > 1 ? `${title} ${place + 1}` : title,
          }))}
          onClose={() => setIsShown(false)}
        />
      )}
      {isRefusing && (
        <RefuseDocumentDialog
          documentId={id}
          files={fileIds}
          title={title}
          simulationId={simulationId}
          reasons={refusalReasons}
          onClose={() => {
            setIsRefusing(false);
            row.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </li>
  );
}
