import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { staffCountsKey } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { contractsKey } from "./contract-queries.ts";

const closedSchema = z.object({ changed: z.boolean() });
const sentSchema = z.object({ changed: z.boolean(), why: z.optional(z.string()) });

export interface Closing {
  status: "ended" | "cancelled";
  reason: string;
}

/** Ends or cancels a contract; whoever comes second is told that it was done. */
export function useCloseContract(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (closing: Closing) =>
      closedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("close_contract", { contract_id: id, ...closing }),
        ),
      ),
    onSuccess: ({ changed }, { status }) => {
      const done = status === "ended" ? "Contrato encerrado" : "Contrato cancelado";
      showToast(
        changed
          ? { title: done, description: "O locatário é avisado por e-mail.", tone: "success" }
          : { title: "Este contrato já não estava em vigor", tone: "info" },
      );
      void queries.invalidateQueries({ queryKey: staffCountsKey });
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
  });
}

const whyNot: Record<string, string> = {
  "just-sent": "O acesso acabou de ser enviado. Espere um minuto para enviar outro.",
  "not-ready": "A carta ainda está sendo feita; o acesso sai junto com ela.",
  "no-address": "Este contrato não tem e-mail do locatário.",
};

/** Sends the tenant a new single-use link into the contract. */
export function useResendAccess(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      sentSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("resend_access", { contract_id: id })),
      ),
    onSuccess: ({ changed, why }) => {
      showToast(
        changed
          ? {
              title: "Acesso reenviado",
              description: "O link anterior deixa de valer quando o novo e-mail sai.",
              tone: "success",
            }
          : {
              title: "Nenhum e-mail foi enviado",
              description: whyNot[why ?? ""] ?? "",
              tone: "info",
            },
      );
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao reenviar o acesso",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
