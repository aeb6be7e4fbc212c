import { useInfiniteQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type StaffRightsName, staffRightsName } from "#contracts/stored-values.ts";
import { askAsStaff } from "../../../backend/staff/ask-as-staff.ts";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";

const memberSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  status: z.string(),
  rights: z.array(z.enum(staffRightsName)),
  has_second_factor: z.boolean(),
  last_seen_at: z.nullable(z.string()),
  created_at: z.string(),
  email_confirmed_at: z.nullable(z.string()),
  /** Rank of the account's status. The list is sorted by this rank. */
  rank: z.number(),
});

export type Member = z.output<typeof memberSchema>;
/** Position of a page's last row. The next page begins after this row. */
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

/** Reads all staff accounts page by page, active ones first. */
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

export function useTeamCounts() {
  return useStaffQuery({
    queryKey: [...teamKey, "counts"],
    schema: countsSchema,
    ask: (client) => client.rpc("count_staff"),
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

/** Gives access to an account or withdraws the access. The change takes effect at the account's next request. */
export function useMemberStatus({ user_id, email }: Member) {
  return useStaffAction({
    ask: (client, status: "active" | "disabled") =>
      client.rpc("set_staff_status", { user_id, status }),
    success: (_reply, status) => ({
      title: status === "active" ? "Acesso liberado" : "Acesso desativado",
      description: email,
      tone: "success",
    }),
    failure: "Erro ao alterar o acesso",
    changes: teamKey,
  });
}

/** Gives a member exactly these rights. The last member who may manage the team or the company keeps that right. */
export function useMemberRights({ user_id, email }: Member) {
  return useStaffAction({
    ask: (client, { rights, seen }: { rights: StaffRightsName[]; seen: StaffRightsName[] }) =>
      client.rpc("set_staff_rights", { user_id, rights, seen }),
    success: () => ({ title: "Direitos alterados", description: email, tone: "success" }),
    changes: "everything",
  });
}

export function useEndSessions({ user_id, email }: Member) {
  return useStaffAction({
    ask: (client) => client.rpc("end_staff_sessions", { user_id }),
    success: () => ({ title: "Sessões encerradas", description: email, tone: "success" }),
    failure: "As sessões não foram encerradas",
    changes: teamKey,
  });
}
