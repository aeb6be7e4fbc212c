import { useQueryClient } from "@tanstack/react-query";
import type { Session } from "@supabase/supabase-js";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useBackend } from "../../backend/backend-context.tsx";
import { staffClient } from "../../backend/staff-session.ts";
import { paths } from "../../config/paths.ts";
import { loginPath } from "../../config/path-within-site.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

/** Sends whoever has no session to the login and back, and gives the way out for the others. */
export function useStaffExit(session: Session | null | undefined): () => void {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leaving = useRef(false);

  useEffect(() => {
    if (session !== null || leaving.current) return;
    // Whoever signs in next must not see what was read before.
    queries.clear();
    showToast({
      title: "Você precisa estar logado para acessar esta página",
      tone: "destructive",
    });
    void navigate(loginPath(pathname), { replace: true });
  }, [session, pathname, navigate, queries]);

  async function signOut(): Promise<void> {
    if (!backend) return;
    leaving.current = true;
    const client = await staffClient(backend);
    await client.auth.signOut({ scope: "local" });
    queries.clear();
    showToast({ title: "Logout realizado com sucesso", tone: "success" });
    void navigate(paths.clientArea, { replace: true });
  }
  return () => void signOut();
}
