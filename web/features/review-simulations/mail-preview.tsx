import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { FormAlert } from "../../ui/form/form-alert.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useMailPreview } from "./use-mail-preview.ts";

/** What the applicant would get, subject and text. */
export function MailPreview({ mail }: { mail: ReturnType<typeof useMailPreview> }) {
  const { data, isPending, isError } = mail;
  return (
    <div aria-live="polite">
      {isPending && <Spinner label="Montando o e-mail..." />}
      {isError && (
        <FormAlert>
          <p>Não foi possível montar o e-mail. Tente novamente.</p>
        </FormAlert>
      )}
      {data && (
        <div className="rounded-md bg-sand-100 p-4 text-sm">
          <p className="font-semibold">{data.subject}</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{data.text}</p>
        </div>
      )}
    </div>
  );
}

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
