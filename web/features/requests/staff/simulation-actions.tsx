import { useEffect, useRef, useState } from "react";
import { useMailPreview } from "../../../backend/staff/staff-queries.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Dialog, MailPreview } from "../../../ui/feedback/dialog.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { keyedPlaces } from "./keys.tsx";
import { RejectionDialog } from "./rejection-dialog.tsx";
import type { SimulationDetail, StaffTexts } from "./simulation-detail.ts";
import { type Undoing, useDecision } from "./use-decision.tsx";

interface SimulationActionsProps {
  simulation: SimulationDetail;
  texts: StaffTexts;
  undoing: Undoing;
}

export function SimulationActions({ simulation, texts, undoing }: SimulationActionsProps) {
  const { id, full_name, version } = simulation;
  const [isRejecting, setIsRejecting] = useState(false);
  const approval = useDecision("send-approval-email", full_name, undoing);
  const acted = useRef(false);

  useEffect(
    () => () => {
      // A decision removes the button that had the focus. The simulation takes the focus, so that keyboard users keep
      // their place.
      if (!acted.current || document.activeElement !== document.body) return;
      document.getElementById(id)?.focus({ preventScroll: true });
    },
    [id],
  );

  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <StaffButton
        needs="requests"
        className="btn-primary max-sm:w-full"
        {...keyedPlaces.approve}
        isBusy={approval.isPending}
        onClick={() => {
          acted.current = true;
          approval.mutate({ simulationId: id, version });
        }}
      >
        Aprovar e Enviar Email
        {forWhom}
      </StaffButton>
      <StaffButton
        needs="requests"
        className="btn-outline max-sm:w-full"
        {...keyedPlaces.reject}
        disabled={approval.isPending}
        onClick={() => {
          acted.current = true;
          setIsRejecting(true);
        }}
      >
        Rejeitar
        {forWhom}
      </StaffButton>
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

function MailPreviewButton({ simulationId }: { simulationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="btn-link px-2" onClick={() => setIsOpen(true)}>
        Ver o e-mail de aprovação
      </Button>
      {isOpen && <ApprovalDialog simulationId={simulationId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ApprovalDialog({ simulationId, onClose }: { simulationId: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const mail = useMailPreview();
  const { mutate } = mail;
  useEffect(
    () => mutate({ template: "simulation-approved", simulationId }),
    [mutate, simulationId],
  );
  return (
    <Dialog ref={dialog} titleId="previa-titulo" onClose={onClose}>
      <h2 id="previa-titulo" className="mb-4 text-card">
        E-mail de aprovação
      </h2>
      <MailPreview mail={mail} />
      <div className="modal-action">
        <Button onClick={() => dialog.current?.close()}>Fechar</Button>
      </div>
    </Dialog>
  );
}
