import type { Session } from "@supabase/supabase-js";
import type { Backend } from "./backend.ts";
import {
  hasStoredStaffSession,
  onceStaffClientIsUsed,
  staffClient,
  staffStorageKey,
} from "./staff-client.ts";

/**
 * Tells `listener` the staff session now and on every change, in other tabs too. Whoever has no
 * session is told null without fetching supabase-js; that waits until somebody signs in.
 * @returns a function that ends it.
 */
export function watchStaffSession(
  backend: Backend,
  listener: (session: Session | null) => void,
): () => void {
  const ended = new AbortController();

  async function follow(): Promise<void> {
    const client = await staffClient(backend);
    if (ended.signal.aborted) return;
    const { data } = client.auth.onAuthStateChange((_event, session) => listener(session));
    ended.signal.addEventListener("abort", () => data.subscription.unsubscribe());
  }

  function start(): void {
    void follow().catch(() => listener(null));
  }

  if (hasStoredStaffSession()) {
    start();
  } else {
    listener(null);
    const cancel = onceStaffClientIsUsed(start);
    ended.signal.addEventListener("abort", cancel);
    addEventListener(
      "storage",
      ({ key, newValue }) => {
        // Signed in from another tab: using the client wakes every watcher of this one.
        if (key === staffStorageKey && newValue) void staffClient(backend);
      },
      { signal: ended.signal },
    );
  }
  return () => ended.abort();
}
