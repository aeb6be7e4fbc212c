import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const POLL_MS = 60_000;
const parkedDocumentsKey = ["parked-documents"] as const;

const parkedSchema = z.array(
  z.object({
    contract_id: z.string(),
    contract_number: z.string(),
    last_error: z.nullable(z.string()),
    created_at: z.string(),
  }),
);
export type ParkedDocument = z.output<typeof parkedSchema>[number];

/** Contracts whose letter could not be made, newest first, kept current. */
export function useParkedDocuments() {
  const backend = useBackend();
  return useQuery({
    queryKey: parkedDocumentsKey,
    queryFn: async ({ signal }) =>
      parkedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("list_parked_documents").abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

/** Has the letter and the contract of one made once more. */
export function useRetryDocuments() {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (contractId: string) =>
      askAsStaff(backend, (client) => client.rpc("retry_documents", { contract_id: contractId })),
    onSuccess: () => {
      showToast({
        title: "Documentos de volta na fila",
        description: "A carta sai em instantes; se falhar de novo, volta a aparecer aqui.",
        tone: "success",
      });
      return queries.invalidateQueries({ queryKey: parkedDocumentsKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao refazer os documentos",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
