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
  const began = session?.user.last_sign_in_at ?? "";
  const isOpen = Boolean(session);
  useEffect(() => {
    if (!backend || !isOpen) return undefined;
    const stopped = new AbortController();
    const signal = stopped.signal;
    const check = () => {
      const last = lastUse(began);
      const isOver = last !== undefined && Date.now() - last > IDLE_MS;
      if (isOver) void end(backend);
      return !isOver;
    };
    // The first key on a computer that slept for an hour must not renew the session.
    const used = () => {
      if (check()) storage.setItem(key, `${began} ${Date.now()}`);
    };
    for (const use of uses) addEventListener(use, used, { passive: true, signal });
    const timer = setInterval(check, CHECK_MS);
    // The sign-in was a use, too.
    if (lastUse(began) === undefined) used();
    else check();
    return () => {
      clearInterval(timer);
      stopped.abort();
    };
  }, [backend, began, isOpen]);
}

/**
 * Returns the time of the last use since a sign-in; undefined when there was none. Both times are of the browser's
 * clock, which may differ from the server's.
 */
function lastUse(began: string): number | undefined {
  const [signIn, time] = (storage.getItem(key) ?? "").split(" ");
  return signIn === began && time ? Number(time) : undefined;
}

async function end(backend: Backend): Promise<void> {
  const client = await staffClient(backend);
  await client.auth.signOut({ scope: "local" });
}
