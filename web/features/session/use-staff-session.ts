import type { Session } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { watchStaffSession } from "../../backend/staff-session.ts";

/** The staff session, kept current; undefined while it is not known, null when there is none. */
export function useStaffSession(): Session | null | undefined {
  const backend = useBackend();
  const [session, setSession] = useState<Session | null>();
  useEffect(() => (backend ? watchStaffSession(backend, setSession) : undefined), [backend]);
  return backend ? session : null;
}
