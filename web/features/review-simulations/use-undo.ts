import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { simulationDecisionSchema } from "../../../supabase/functions/_shared/contracts/simulation-decision.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { simulationsKey } from "./use-queue.ts";

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
