import { useRef, useState } from "react";
import { Spinner } from "../../ui/feedback/states.tsx";
import { AskDocumentsDialog } from "./ask-documents-dialog.tsx";
import { DocumentRow } from "./document-row.tsx";
import { useRequestDocuments } from "./document-queries.ts";

interface RequestDocumentsProps {
  simulationId: string;
  /** Of the request; documents are asked for and decided while it waits. */
  status: string;
  /** Sentences to begin with, which editors write. */
  askNotes?: readonly string[];
  refusalReasons?: readonly string[];
}

/** The documents of a request, for staff: ask, open, accept, refuse. */
export function RequestDocuments(props: RequestDocumentsProps) {
  const { simulationId, status, askNotes = [], refusalReasons = [] } = props;
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
          <button
            ref={asker}
            type="button"
            className="btn btn-outline btn-sm"
            aria-keyshortcuts="d"
            onClick={() => setIsAsking(true)}
          >
            Pedir documentos
          </button>
        )}
      </div>
      {!data && !isError && <Spinner label="Carregando documentos..." />}
      {isError && (
        <div role="alert" className="alert alert-error alert-soft mt-3 rounded-md">
          <p>
            {data
              ? "Os documentos podem estar desatualizados."
              : "Não foi possível carregar os documentos."}
          </p>
          <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
            Tentar novamente
          </button>
        </div>
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
