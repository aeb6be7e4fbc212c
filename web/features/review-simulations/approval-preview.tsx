import { useEffect, useRef, useState } from "react";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { useMailPreview } from "../../backend/staff-queries.ts";

/** Shows the mail of an approval before it goes. */
export function MailPreviewButton({ simulationId }: { simulationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-link px-2" onClick={() => setIsOpen(true)}>
        Ver o e-mail de aprovação
      </button>
      {isOpen && <ApprovalDialog simulationId={simulationId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ApprovalDialog({ simulationId, onClose }: { simulationId: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const mail = useMailPreview();
  const { mutate } = mail;
  useEffect(() => {
    dialog.current?.showModal();
    mutate({ template: "simulation-approved", simulationId });
  }, [mutate, simulationId]);
  return (
    <Dialog ref={dialog} titleId="previa-titulo" onClose={onClose}>
      <h2 id="previa-titulo" className="mb-4 text-card">
        E-mail de aprovação
      </h2>
      <MailPreview mail={mail} />
      <div className="modal-action">
        <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
          Fechar
        </button>
      </div>
    </Dialog>
  );
}
