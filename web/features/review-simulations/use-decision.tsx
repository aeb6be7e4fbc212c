import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import {
  type SimulationDecision,
  simulationDecisionSchema,
} from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { UndoButton } from "../../ui/feedback/undo-button.tsx";
import { simulationsKey } from "./queue.tsx";

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
    done: "E-mail de rejeição enviado com sucesso!",
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
    description: "Outra pessoa decidiu antes; nenhum novo e-mail foi enviado.",
    tone: "success",
  } as const;
}

interface Undoable {
  id: string;
  until: number;
}

/** Remembers the latest decision while it can be taken back, and takes it back. */
export function useUndo(onUndone: (id: string) => void) {
  const backend = useBackend();
  const queries = useQueryClient();
  const latest = useRef<Undoable>(undefined);
  const { mutate } = useMutation({
    mutationFn: async (simulation_id: string) =>
      simulationDecisionSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("undo_decision", { simulation_id })),
      ),
    onSuccess: ({ changed }, id) => {
      showToast(
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
      );
      if (changed) onUndone(id);
      return queries.invalidateQueries({ queryKey: simulationsKey });
    },
    onError: () =>
      showToast({
        title: "Erro ao desfazer",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
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
