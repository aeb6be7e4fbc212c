import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/show-toast.tsx";

export type Member = NonNullable<ReturnType<typeof useTeam>["data"]>[number];

const POLL_MS = 30_000;
const teamKey = ["staff-team"] as const;

/** Everybody with an account, newest first, kept current. */
export function useTeam() {
  const backend = useBackend();
  return useQuery({
    queryKey: teamKey,
    queryFn: ({ signal }) =>
      askAsStaff(backend, (client) => client.rpc("list_staff").abortSignal(signal)),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

/** Releases or disables somebody's account; the database decides on their very next call. */
export function useMemberStatus({ user_id, email }: Member) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (status: "active" | "disabled") =>
      askAsStaff(backend, (client) => client.rpc("set_staff_status", { user_id, status })),
    onSuccess: (_reply, status) => {
      showToast({
        title: status === "active" ? "Acesso liberado" : "Acesso desativado",
        description: email,
        tone: "success",
      });
      return queries.invalidateQueries({ queryKey: teamKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao alterar o acesso",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
      return queries.invalidateQueries({ queryKey: teamKey });
    },
  });
}
