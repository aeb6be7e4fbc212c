import { useEffect, useRef, useState } from "react";
import { useMailPreview } from "../../backend/staff-queries.ts";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { keyedPlaces } from "./keys.tsx";
import { RejectionDialog } from "./rejection-dialog.tsx";
import type { SimulationDetail, StaffTexts } from "./simulation-detail.ts";
import { type Undoing, useDecision } from "./use-decision.tsx";

interface SimulationActionsProps {
  simulation: SimulationDetail;
  texts: StaffTexts;
  undoing: Undoing;
}

/** The two decisions about a pending simulation. */
export function SimulationActions({ simulation, texts, undoing }: SimulationActionsProps) {
  const { id, full_name } = simulation;
  const [isRejecting, setIsRejecting] = useState(false);
  const approval = useDecision("send-approval-email", undoing);
  const acted = useRef(false);

  useEffect(
    () => () => {
      // Once decided these buttons are gone, and with them the place of whoever uses a keyboard.
      if (!acted.current || document.activeElement !== document.body) return;
      document.getElementById(id)?.focus({ preventScroll: true });
    },
    [id],
  );

  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="btn btn-primary max-sm:w-full"
        {...keyedPlaces.approve}
        disabled={approval.isPending}
        onClick={() => {
          acted.current = true;
          approval.mutate({ simulationId: id });
        }}
      >
        {approval.isPending && <SpinnerRing />}
        Aprovar e Enviar Email
        {forWhom}
      </button>
      <button
        type="button"
        className="btn btn-outline max-sm:w-full"
        {...keyedPlaces.reject}
        disabled={approval.isPending}
        onClick={() => {
          acted.current = true;
          setIsRejecting(true);
        }}
      >
        Rejeitar
        {forWhom}
      </button>
      <MailPreviewButton simulationId={id} />
      <p className="text-soft w-full text-sm">{texts.decisionHint}</p>
      {isRejecting && (
        <RejectionDialog
          simulation={simulation}
          reasons={texts.rejectionReasons}
          undoing={undoing}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </div>
  );
}

/** Shows the mail of an approval before it goes. */
function MailPreviewButton({ simulationId }: { simulationId: string }) {
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
