import type { Session } from "@supabase/supabase-js";
import type { Backend } from "./backend-context.tsx";
import { browserStorage } from "./browser-storage.ts";
import type { Client } from "./connect-supabase.ts";

/** Specification 3: the session of staff is kept in local storage. */
export const staffStorageKey = "payser-equipe";

const storage = browserStorage("localStorage");
const waiting = new Set<() => void>();
let connected: Promise<Client> | undefined;

/**
 * The client of whoever signs in with e-mail and password, for browsers only. supabase-js weighs
 * as much as half of the application: it is fetched by whoever has a session or is about to get
 * one. @throws when it cannot be fetched.
 */
export function staffClient(backend: Backend): Promise<Client> {
  if (!connected) {
    connected = import("./connect-supabase.ts").then((to) =>
      to.connectSupabase(backend, staffStorageKey, storage),
    );
    connected.catch(() => (connected = undefined));
    for (const start of waiting) start();
    waiting.clear();
  }
  return connected;
}

/** Whether a session of staff rests in this browser; it may turn out to have ended. */
function hasStoredStaffSession(): boolean {
  return storage.getItem(staffStorageKey) !== null;
}

/** Runs `start` once, when the staff client is first asked for; gives the way to cancel. */
function onceStaffClientIsUsed(start: () => void): () => void {
  if (connected) start();
  else waiting.add(start);
  return () => waiting.delete(start);
}

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
