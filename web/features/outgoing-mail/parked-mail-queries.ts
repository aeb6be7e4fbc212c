import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { staffCountsKey } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const POLL_MS = 60_000;
const parkedMailKey = ["parked-mail"] as const;

/** E-mails that gave up, newest first, kept current. */
export function useParkedMail() {
  const backend = useBackend();
  return useQuery({
    queryKey: parkedMailKey,
    queryFn: ({ signal }) =>
      askAsStaff(backend, (client) => client.rpc("list_parked_mail").abortSignal(signal)),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

/** Puts one e-mail back into the queue. */
export function useResendMail() {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mailId: string) =>
      askAsStaff(backend, (client) => client.rpc("resend_mail", { mail_id: mailId })),
    onSuccess: () => {
      showToast({
        title: "Email colocado de volta na fila",
        description: "Ele sai em instantes; se falhar de novo, volta a aparecer aqui.",
        tone: "success",
      });
      void queries.invalidateQueries({ queryKey: staffCountsKey });
      return queries.invalidateQueries({ queryKey: parkedMailKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao reenviar email",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
