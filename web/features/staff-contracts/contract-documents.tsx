import { useState } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { ContractPart } from "./contract-part.tsx";
import type { StaffContract } from "./contract-schema.ts";
import { FileDocumentDialog } from "./file-document-dialog.tsx";
import { RenameDocumentDialog } from "./rename-document-dialog.tsx";
import { useContractDocuments } from "./use-contract-documents.ts";
import { WithdrawDocumentDialog } from "./withdraw-document-dialog.tsx";

type Document = StaffContract["documents"][number];

const jobs: Record<string, string> = {
  queued: "A carta e o contrato em PDF estão na fila.",
  working: "A carta e o contrato em PDF estão sendo feitos.",
  parked: "A carta não pôde ser feita. Veja em E-mails o que ficou parado.",
};

/** The files of a contract, which the tenant sees, too. */
export function ContractDocuments({ contract }: { contract: StaffContract }) {
  const { id, documents, documents_job } = contract;
  const [isFiling, setIsFiling] = useState(false);
  const waiting = jobs[documents_job?.status ?? ""];
  return (
    <ContractPart title="Documentos">
      {waiting && <p className="mb-3 text-sm font-semibold">{waiting}</p>}
      {documents.length === 0 && !waiting && (
        <p className="text-soft mb-3 text-sm">Nenhum documento.</p>
      )}
      <ul className="mb-4 grid gap-4">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
      <button type="button" className="btn btn-outline" onClick={() => setIsFiling(true)}>
        Anexar PDF
      </button>
      {isFiling && <FileDocumentDialog contractId={id} onClose={() => setIsFiling(false)} />}
    </ContractPart>
  );
}

function DocumentRow({ document }: { document: Document }) {
  const { id, document_name, created_at, is_issued } = document;
  const [asked, setAsked] = useState<"rename" | "withdraw" | null>(null);
  const { open } = useContractDocuments();

  function openInTab(): void {
    // Browsers allow a new tab only during the click itself: it waits, empty, for its address.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    open.mutate({ documentId: id, tab });
  }

  const ofWhat = <span className="sr-only"> {document_name}</span>;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{document_name}</span>
        <span className="block text-xs text-muted">
          {is_issued ? "Emitido" : "Anexado"} em {formatDateTime(created_at)}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-outline"
          disabled={open.isPending}
          onClick={openInTab}
        >
          {open.isPending && <SpinnerRing />}
          Abrir{ofWhat}
        </button>
        {!is_issued && (
          <>
            <button type="button" className="btn btn-outline" onClick={() => setAsked("rename")}>
              Renomear{ofWhat}
            </button>
            <button type="button" className="btn btn-outline" onClick={() => setAsked("withdraw")}>
              Retirar{ofWhat}
            </button>
          </>
        )}
      </span>
      {asked === "rename" && (
        <RenameDocumentDialog document={document} onClose={() => setAsked(null)} />
      )}
      {asked === "withdraw" && (
        <WithdrawDocumentDialog document={document} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}
