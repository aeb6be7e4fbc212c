import type { Session } from "@supabase/supabase-js";
import { useEffect } from "react";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { browserStorage } from "../../../backend/browser-storage.ts";
import { staffClient } from "../../../backend/staff/staff-session.ts";

/** Time without use after which a session of staff ends, as in private.has_live_session. */
const IDLE_MS = 60 * 60_000;
const CHECK_MS = 15_000;
const uses = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
const key = "payser-equipe-uso";
const storage = browserStorage("localStorage");

/** Ends the session when nobody has used any tab of the staff area for an hour. Open screens renew it otherwise. */
export function useIdleEnd(session: Session | null | undefined): void {
  const backend = useBackend();
  const began = session?.user.last_sign_in_at;
  const isOpen = Boolean(session);
  useEffect(() => {
    if (!backend || !isOpen) return undefined;
    const stopped = new AbortController();
    const signal = stopped.signal;
    // The sign-in was a use, too. What an earlier session stored is older.
    const startedAt = began === undefined ? Date.now() : Date.parse(began);
    const check = () => {
      const lastUse = Math.max(Number(storage.getItem(key)), startedAt);
      const isOver = Date.now() - lastUse > IDLE_MS;
      if (isOver) void end(backend);
      return !isOver;
    };
    // The first key on a computer that slept for an hour must not renew the session.
    const used = () => {
      if (check()) storage.setItem(key, String(Date.now()));
    };
    for (const use of uses) addEventListener(use, used, { passive: true, signal });
    const timer = setInterval(check, CHECK_MS);
    check();
    return () => {
      clearInterval(timer);
      stopped.abort();
    };
  }, [backend, began, isOpen]);
}

async function end(backend: Backend): Promise<void> {
  const client = await staffClient(backend);
  await client.auth.signOut({ scope: "local" });
}
