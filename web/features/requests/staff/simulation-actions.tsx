import { useEffect, useRef, useState } from "react";
import { useMailPreview } from "../../../backend/staff/staff-queries.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Dialog, MailPreview } from "../../../ui/feedback/dialog.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { keyedPlaces } from "./keys.tsx";
import * as z from "zod/mini";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { SelectField } from "../../../ui/form/controls.tsx";
import { ApprovalFacts, RejectionDialog } from "./decision-dialogs.tsx";
import { simulationsKey } from "./queue.tsx";
import { type SimulationDetail, type StaffTexts, approvalStep } from "./simulation-detail.ts";
import { type Undoing, useDecision } from "./use-decision.tsx";

interface SimulationActionsProps {
  simulation: SimulationDetail;
  texts: StaffTexts;
  undoing: Undoing;
}

export function SimulationActions({ simulation, texts, undoing }: SimulationActionsProps) {
  const { id, full_name, version, house_rules, approval: first } = simulation;
  const [reason, setReason] = useState("");
  const step = approvalStep(simulation);
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

  // Editors may remove the chosen reason while the screen is open.
  const reasons = new Set([...texts.approvalReasons, ...(reason === "" ? [] : [reason])]);
  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      {step !== "alone" && (
        <div className="grid w-full gap-3 rounded-md bg-amber-100 p-4 text-sm">
          <p className="font-semibold">{stepTexts[step](house_rules.secondAbove)}</p>
          {first && <ApprovalFacts approval={first} />}
        </div>
      )}
      {step === "waiting" ? (
        <WithdrawButton simulation={simulation} />
      ) : (
        <StaffButton
          needs="requests"
          className="btn-primary max-sm:w-full"
          {...keyedPlaces.approve}
          isBusy={approval.isPending}
          onClick={() => {
            acted.current = true;
            approval.mutate({ simulationId: id, version, ...(reason && { reason }) });
          }}
        >
          {step === "first" ? "Aprovar como primeira pessoa" : "Aprovar e Enviar Email"}
          {forWhom}
        </StaffButton>
      )}
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
      {step !== "waiting" && (
        <SelectField
          id={`approval-reason-${id}`}
          name="approvalReason"
          className="w-full max-w-[28rem]"
          texts={{ label: "Motivo da aprovação (opcional)", help: "Só a equipe lê." }}
          choosePlaceholder="Sem motivo"
          options={[...reasons].map((text) => ({ value: text, label: text }))}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <p className="text-soft w-full text-sm">{texts.decisionHint}</p>
      {isRejecting && (
        <RejectionDialog
          simulation={simulation}
          reasons={texts.refusalReasons}
          undoing={undoing}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </div>
  );
}

const stepTexts = {
  first: (percent: number) =>
    `O aluguel passa de ${percent}% da renda: depois de você, outra pessoa também precisa aprovar. Até lá nenhum e-mail sai.`,
  waiting: () => "A sua aprovação espera por outra pessoa. Nenhum e-mail saiu.",
  second: (percent: number) =>
    `O aluguel passa de ${percent}% da renda. Uma pessoa já aprovou: com a sua aprovação, o e-mail sai.`,
};

/** Withdraws the member's own approval, which waits for a second person. */
function WithdrawButton({ simulation: { id, full_name } }: { simulation: SimulationDetail }) {
  const withdrawal = useStaffAction({
    ask: (client) => client.rpc("withdraw_first_approval", { simulation_id: id }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed
        ? { title: "Aprovação retirada", description: full_name, tone: "success" }
        : {
            title: "Nada a retirar",
            description: `${full_name}: a aprovação já não espera.`,
            tone: "info",
          },
    failure: "Erro ao retirar a aprovação",
    changes: simulationsKey,
  });
  return (
    <StaffButton
      needs="requests"
      className="btn-outline max-sm:w-full"
      isBusy={withdrawal.isPending}
      onClick={() => withdrawal.mutate(undefined)}
    >
      Retirar minha aprovação
      <span className="sr-only"> (simulação de {full_name})</span>
    </StaffButton>
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
