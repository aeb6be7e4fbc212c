import type { Session } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useBackend } from "../../backend/backend-context.tsx";
import { openContractNumber } from "../../backend/browser-storage.ts";
import { staffClient, watchStaffSession } from "../../backend/staff-session.ts";

/** The staff session, kept current; undefined while it is not known, null when there is none. */
export function useStaffSession(): Session | null | undefined {
  const backend = useBackend();
  const [session, setSession] = useState<Session | null>();
  useEffect(() => (backend ? watchStaffSession(backend, setSession) : undefined), [backend]);
  return backend ? session : null;
}

/**
 * Whether the database says that the signed-in person is active staff (domain decision 2), asked
 * again on every auth change and navigation. Part of every page, so it does without react-query.
 */
export function useIsActiveStaff(): boolean {
  const backend = useBackend();
  const session = useStaffSession();
  const { pathname } = useLocation();
  const [isStaff, setIsStaff] = useState(false);

  useEffect(() => {
    let current = true;
    const tell = (answer: boolean) => {
      if (current) setIsStaff(answer);
    };
    if (!backend || !session) {
      tell(false);
    } else {
      staffClient(backend)
        .then((client) => client.rpc("is_active_staff"))
        .then(({ data }) => tell(data === true))
        .catch(() => tell(false));
    }
    return () => {
      current = false;
    };
    // Disabling an account acts at the next navigation, so the path is a reason to ask again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [backend, session, pathname]);
  return isStaff;
}

/**
 * Marks the page for who has a contract open in this tab, anew at every navigation: a contract is
 * opened and left by navigating. The boot script does so for the page that is loaded.
 */
export function useTenantMark(): void {
  useLocation();
  useEffect(() => {
    document.documentElement.toggleAttribute("data-tenant", openContractNumber.read() !== null);
  });
}
