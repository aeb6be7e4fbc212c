import type { Session } from "@supabase/supabase-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { staffRightsName } from "#contracts/stored-values.ts";
import { askAsStaff, requireLiveSession } from "../../../backend/staff/ask-as-staff.ts";
import { DataFailure } from "../../../backend/data-failure.ts";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure } from "../../../backend/call-function.ts";
import { staffClient } from "../../../backend/staff/staff-session.ts";
import { typedText } from "../../../backend/staff/typed-text.ts";
import { loginPath } from "../../../config/path-within-site.ts";
import { paths } from "../../../config/paths.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";

const accountSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  status: z.string(),
  rights: z.array(z.enum(staffRightsName)),
  /** Rights (staff_rights.name) that this session may not use, each with the reason for the screens. */
  lacking: z.record(z.string(), z.nullable(z.string())),
  /** Second-factor step that the session still has to pass before access is given. */
  second_factor: z.enum(["none", "code", "enroll"]),
  has_second_factor: z.boolean(),
  recovery_codes_left: z.number(),
  wants_digest: z.boolean(),
});

export type StaffAccount = z.output<typeof accountSchema>;

/** Reads the signed-in person's account; null when the session has no staff account. @throws DataFailure */
async function readStaffAccount(
  backend: Backend | null,
  signal: AbortSignal,
): Promise<StaffAccount | null> {
  const [account] = await askAsStaff(backend, (client) =>
    client.rpc("my_staff_account").abortSignal(signal),
  );
  if (account) return accountSchema.parse(account);
  await requireLiveSession(backend);
  return null;
}

const WAITING_MS = 5_000;
const WORKING_MS = 30_000;

/** Reads the account of a session at intervals, so that a granted or withdrawn access takes effect on an open page. */
export function useStaffAccount(userId: string | undefined) {
  const backend = useBackend();
  const queries = useQueryClient();

  useEffect(() => {
    // Loads the account again when the server refuses a request as forbidden, because staff may have lost their access.
    function recheck({
      type,
      action,
    }: {
      type: string;
      action?: { type: string; error?: unknown };
    }) {
      if (type === "updated" && action?.type === "error" && isRefusal(action.error)) {
        void queries.invalidateQueries({ queryKey: ["staff-account"] });
      }
    }
    const stops = [
      queries.getQueryCache().subscribe(recheck),
      queries.getMutationCache().subscribe(recheck),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);

  return useQuery({
    queryKey: ["staff-account", userId],
    queryFn: ({ signal }) => readStaffAccount(backend, signal),
    enabled: userId !== undefined,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.status === "active" ? WORKING_MS : WAITING_MS),
  });
}

function isRefusal(error: unknown): boolean {
  if (error instanceof DataFailure)
    return error.reason === "forbidden" || error.reason === "no-right";
  return error instanceof CallFailure && error.code === "forbidden";
}

/** Redirects to the login when there is no session, and returns a function that signs out. */
export function useStaffExit(session: Session | null | undefined): () => void {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const leaving = useRef(false);
  const wasIn = useRef(false);

  useEffect(() => {
    if (session) wasIn.current = true;
    if (session !== null || leaving.current) return;
    // The next person at this device must not see the previous person's data.
    queries.clear();
    showToast(
      wasIn.current
        ? {
            title: "Sua sessão terminou",
            description: typedText.hasText()
              ? "Entre de novo: o que você escreveu continua nesta aba."
              : "Entre de novo para continuar.",
            tone: "destructive",
          }
        : { title: "Você precisa estar logado para acessar esta página", tone: "destructive" },
    );
    wasIn.current = false;
    void navigate(loginPath(pathname + hash), { replace: true });
  }, [session, pathname, hash, navigate, queries]);

  async function signOut(): Promise<void> {
    if (!backend) return;
    leaving.current = true;
    typedText.drop();
    const client = await staffClient(backend);
    await client.auth.signOut({ scope: "local" });
    queries.clear();
    showToast({ title: "Logout realizado com sucesso", tone: "success" });
    void navigate(paths.clientArea, { replace: true });
  }
  return () => void signOut();
}
