import { useEffect, useRef, useState } from "react";
import { SpinnerRing } from "../../ui/feedback/spinner.tsx";
import type { Simulation } from "./list-simulations.ts";
import { RejectionDialog } from "./rejection-dialog.tsx";
import { useDecision } from "./use-decision.ts";

/** Takes the focus when the card that held it has left the list. */
export const listId = "lista-de-simulacoes";

/** The two decisions about a pending simulation. */
export function SimulationActions({ simulation }: { simulation: Simulation }) {
  const { id, full_name } = simulation;
  const [isRejecting, setIsRejecting] = useState(false);
  const approval = useDecision("send-approval-email");
  const acted = useRef(false);

  useEffect(
    () => () => {
      // Once decided these buttons are gone, and with them the place of whoever uses a keyboard.
      if (!acted.current || document.activeElement !== document.body) return;
      const place = document.getElementById(id) ?? document.getElementById(listId);
      place?.focus({ preventScroll: true });
    },
    [id],
  );

  const forWhom = <span className="sr-only"> (simulação de {full_name})</span>;
  return (
    <footer className="mt-8 flex flex-wrap gap-3 border-t border-sand-200 pt-6">
      <button
        type="button"
        className="btn btn-primary max-sm:w-full"
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
        disabled={approval.isPending}
        onClick={() => {
          acted.current = true;
          setIsRejecting(true);
        }}
      >
        Rejeitar
        {forWhom}
      </button>
      {isRejecting && (
        <RejectionDialog simulation={simulation} onClose={() => setIsRejecting(false)} />
      )}
    </footer>
  );
}
