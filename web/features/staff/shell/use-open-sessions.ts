import type { Session } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useBackend } from "../../../backend/backend-context.tsx";
import { openContractNumber } from "../../../backend/browser-storage.ts";
import { staffClient, watchStaffSession } from "../../../backend/staff/staff-session.ts";

/** Returns the current staff session; undefined until the session is known, null when nobody is signed in. */
export function useStaffSession(): Session | null | undefined {
  const backend = useBackend();
  const [session, setSession] = useState<Session | null>();
  useEffect(() => (backend ? watchStaffSession(backend, setSession) : undefined), [backend]);
  return backend ? session : null;
}

/** Returns true for active staff (domain decision 2). Public pages call this hook, so it does not load react-query. */
export function useIsActiveStaff(): boolean {
  const backend = useBackend();
  const session = useStaffSession();
  const { pathname } = useLocation();
  const [isStaff, setIsStaff] = useState(false);

  useEffect(() => {
    let current = true;
    const update = (answer: boolean) => {
      if (current) setIsStaff(answer);
    };
    if (!backend || !session) {
      update(false);
    } else {
      staffClient(backend)
        .then((client) => client.rpc("is_active_staff"))
        .then(({ data }) => update(data === true))
        .catch(() => update(false));
    }
    return () => {
      current = false;
    };
    // The path is a dependency, so that a disabled account loses its access at the next navigation.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [backend, session, pathname]);
  return isStaff;
}

/**
 * Updates the attribute `data-tenant` at each navigation, after the boot script has set it. Styles use it to detect
 * that a contract is open in this tab.
 */
export function useTenantMark(): void {
  useLocation();
  useEffect(() => {
    document.documentElement.toggleAttribute("data-tenant", openContractNumber.read() !== null);
  });
}
