import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  simulationDecisionSchema,
  type SimulationDecision,
} from "../../../supabase/functions/_shared/contracts/simulation-decision.ts";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-failure.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { simulationsKey } from "./use-simulations.ts";

interface Decision {
  /** The edge function that decides. */
  name: "send-approval-email" | "reject-simulation";
  body: { simulationId: string; reason?: string };
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

/** Approves or rejects one simulation, tells how it went and reloads the list. */
export function useDecision(name: Decision["name"]) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision["body"]) =>
      callAsStaff(backend, { name, body, data: simulationDecisionSchema }),
    onSuccess: (decision) => {
      showToast(
        decision.changed ? { title: texts[name].done, tone: "success" } : decided(decision),
      );
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
