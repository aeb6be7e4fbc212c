import { useEffect, useRef } from "react";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import type { StaffContract } from "./contract-schema.ts";
import { useContractDocuments } from "./use-contract-documents.ts";

interface WithdrawDocumentDialogProps {
  document: StaffContract["documents"][number];
  onClose: () => void;
}

/** Asks whether a document is to go. Open as long as it is rendered. */
export function WithdrawDocumentDialog({ document, onClose }: WithdrawDocumentDialogProps) {
  const { id, document_name } = document;
  const dialog = useRef<HTMLDialogElement>(null);
  const { withdraw } = useContractDocuments();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} titleId={`withdraw-${id}`} onClose={onClose}>
      <h2 id={`withdraw-${id}`} className="text-card wrap-anywhere">
        Retirar {document_name}?
      </h2>
      <p className="mt-3">
        O locatário deixa de ver o documento, e o arquivo é apagado. Não dá para desfazer.
      </p>
      <div className="modal-action flex-wrap gap-3">
        <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
          Manter
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onSuccess: () => dialog.current?.close() })}
        >
          {withdraw.isPending && <SpinnerRing />}
          Retirar documento
        </button>
      </div>
    </Dialog>
  );
}
