import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  simulationDecisionSchema,
  type SimulationDecision,
} from "../../../supabase/functions/_shared/contracts/simulation-decision.ts";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { UndoButton } from "./undo-button.tsx";
import { simulationsKey } from "./use-queue.ts";

interface Decision {
  /** The edge function that decides. */
  name: "send-approval-email" | "reject-simulation";
  body: { simulationId: string; reason?: string };
}

/** What a decision leaves behind on the screen. */
export interface Undoing {
  /** For how long it can be taken back; 0 for not at all. */
  seconds: number;
  /** Called once decided, before the list is read anew. */
  onDecided: (id: string) => void;
  undo: () => void;
}

const texts = {
  "send-approval-email": {
    done: "Email de aprovação enviado com sucesso!",
    failed: "Erro ao enviar email de aprovação",
  },
  "reject-simulation": {
    done: "Email de rejeição enviado com sucesso!",
    failed: "Erro ao rejeitar simulação",
  },
} as const;

/** Approves or rejects one simulation, tells how it went and reloads the queue. */
export function useDecision(name: Decision["name"], { seconds, onDecided, undo }: Undoing) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision["body"]) =>
      callAsStaff(backend, { name, body, data: simulationDecisionSchema }),
    onSuccess: (decision, { simulationId }) => {
      if (decision.changed) {
        const control = <UndoButton seconds={seconds} onUndo={undo} />;
        showToast({
          title: texts[name].done,
          tone: "success",
          ...(seconds > 0 && {
            description: `O e-mail sai em ${seconds} segundos.`,
            action: { control, milliseconds: seconds * 1000 },
          }),
        });
        onDecided(simulationId);
      } else {
        showToast(decided(decision));
      }
      return queries.invalidateQueries({ queryKey: simulationsKey });
    },
    onError: (error) => {
      const description = error instanceof CallFailure ? error.message : "";
      showToast({
        title: texts[name].failed,
        description: description || "Por favor, tente novamente.",
        tone: "destructive",
      });
      return queries.invalidateQueries({ queryKey: simulationsKey });
    },
  });
}

function decided({ status }: SimulationDecision) {
  return {
    title: `Esta simulação já tinha sido ${status === "approved" ? "aprovada" : "rejeitada"}`,
    description: "Outra pessoa decidiu antes; nenhum novo email foi enviado.",
    tone: "success",
  } as const;
}
