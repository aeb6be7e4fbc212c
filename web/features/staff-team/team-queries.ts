import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { DataFailure, askAsStaff } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const memberSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  status: z.string(),
  can_release: z.boolean(),
  created_at: z.string(),
  email_confirmed_at: z.nullable(z.string()),
  /** Place of the status in the list's order. */
  rank: z.number(),
});

export type Member = z.output<typeof memberSchema>;
/** The last row of a page: the next one begins after it. */
type PageEnd = Pick<Member, "rank" | "created_at" | "user_id">;

const POLL_MS = 30_000;
const PAGE_SIZE = 20;
const teamKey = ["staff-team"] as const;

const countsSchema = z.object({
  active: z.number(),
  pending: z.number(),
  disabled: z.number(),
  unconfirmed: z.number(),
});

/** Everybody with an account, who works here first, page after page, kept current. */
export function useTeam() {
  const backend = useBackend();
  return useInfiniteQuery({
    queryKey: [...teamKey, "members"],
    queryFn: ({ pageParam, signal }) => listStaff(backend, pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? (page.at(-1) ?? null) : null),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

/** How many accounts work, wait and are disabled, kept current. */
export function useTeamCounts() {
  const backend = useBackend();
  return useQuery({
    queryKey: [...teamKey, "counts"],
    queryFn: async ({ signal }) =>
      countsSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("count_staff").abortSignal(signal)),
      ),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

async function listStaff(backend: Backend | null, after: PageEnd | null, signal: AbortSignal) {
  const members = await askAsStaff(backend, (client) =>
    client
      .rpc("list_staff", {
        after_rank: after?.rank ?? null,
        before_created_at: after?.created_at ?? null,
        before_id: after?.user_id ?? null,
        page_size: PAGE_SIZE,
      })
      .abortSignal(signal),
  );
  return z.array(memberSchema).parse(members);
}

function firstPage(): PageEnd | null {
  return null;
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
    onError: (error) => {
      const isExplained = error instanceof DataFailure && error.reason === "refused";
      showToast({
        title: "Erro ao alterar o acesso",
        description: isExplained ? error.message : "Por favor, tente novamente.",
        tone: "destructive",
      });
      return queries.invalidateQueries({ queryKey: teamKey });
    },
  });
}

/** Gives or takes the right to release accounts; the last one who has it keeps it. */
export function useMemberRelease({ user_id, email }: Member) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (may_release: boolean) =>
      askAsStaff(backend, (client) => client.rpc("set_staff_release", { user_id, may_release })),
    onSuccess: (_reply, may) => {
      showToast({
        title: may ? "Agora pode liberar contas" : "Não pode mais liberar contas",
        description: email,
        tone: "success",
      });
      return queries.invalidateQueries();
    },
    onError: (error) => {
      const isExplained = error instanceof DataFailure && error.reason === "refused";
      showToast({
        title: "A permissão não foi alterada",
        description: isExplained ? error.message : "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
