import { useCallback, useRef } from "react";
import {
  type SimulationDecision,
  simulationDecisionSchema,
} from "#contracts/requests/simulation-decision.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { UndoButton } from "../../../ui/feedback/undo-button.tsx";
import { simulationsKey } from "./queue.tsx";

interface Decision {
  name: "send-approval-email" | "reject-simulation";
  body: { simulationId: string; version: number; reason?: string };
}

/** Time limit and functions for undoing a decision on this screen. */
export interface Undoing {
  /** Number of seconds during which a decision can be undone; 0 when undoing is not possible. */
  seconds: number;
  /** Called after the decision and before the list is reloaded, so that the screen can show the next request. */
  onDecided: (id: string) => void;
  undo: () => void;
}

const texts = {
  "send-approval-email": {
    done: "Email de aprovação enviado com sucesso!",
    failed: "Erro ao enviar email de aprovação",
  },
  "reject-simulation": {
    done: "E-mail de rejeição enviado com sucesso!",
    failed: "Erro ao rejeitar simulação",
  },
} as const;

export function useDecision(name: Decision["name"], { seconds, onDecided, undo }: Undoing) {
  return useStaffAction({
    call: (body: Decision["body"]) => ({ name, body, data: simulationDecisionSchema }),
    success(decision) {
      if (!decision.changed) return decided(decision);
      const control = <UndoButton seconds={seconds} onUndo={undo} />;
      return {
        title: texts[name].done,
        tone: "success",
        ...(seconds > 0 && {
          description: `O e-mail sai em ${seconds} segundos.`,
          action: { control, milliseconds: seconds * 1000 },
        }),
      };
    },
    failure: texts[name].failed,
    changes: simulationsKey,
    onSuccess(decision, { simulationId }) {
      if (decision.changed) onDecided(simulationId);
    },
  });
}

function decided({ status }: SimulationDecision) {
  return {
    title: `Esta simulação já tinha sido ${status === "approved" ? "aprovada" : "rejeitada"}`,
    description: "Outra pessoa decidiu antes; nenhum novo e-mail foi enviado.",
    tone: "success",
  } as const;
}

interface Undoable {
  id: string;
  until: number;
}

/** Remembers the latest decision, so that staff can undo the decision within the time limit. */
export function useUndo(onUndone: (id: string) => void) {
  const latest = useRef<Undoable>(undefined);
  const { mutate } = useStaffAction({
    ask: (client, simulation_id: string) => client.rpc("undo_decision", { simulation_id }),
    schema: simulationDecisionSchema,
    success: ({ changed }) =>
      changed
        ? {
            title: "Decisão desfeita",
            description: "Nenhum e-mail foi enviado.",
            tone: "success",
          }
        : {
            title: "Não dá mais para desfazer",
            description: "O e-mail já saiu ou está saindo.",
            tone: "destructive",
          },
    failure: "Erro ao desfazer",
    changes: simulationsKey,
    onSuccess({ changed }, id) {
      if (changed) onUndone(id);
    },
  });

  const remember = useCallback((id: string, seconds: number) => {
    latest.current = { id, until: Date.now() + seconds * 1000 };
  }, []);
  const undo = useCallback(() => {
    const { current } = latest;
    if (!current || Date.now() > current.until) return;
    latest.current = undefined;
    mutate(current.id);
  }, [mutate]);
  return { remember, undo };
}
