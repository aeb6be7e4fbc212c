import type { Session } from "@supabase/supabase-js";
import type { Backend } from "../backend-context.tsx";
import { browserStorage } from "../browser-storage.ts";
import type { Client } from "../connect-supabase.ts";

/** Key in the local storage under which the session of staff is stored (specification section 3). */
export const staffStorageKey = "payser-equipe";

const storage = browserStorage("localStorage");
const waiting = new Set<() => void>();
let connected: Promise<Client> | undefined;

/**
 * Returns staff's Supabase client. Works only in browsers. The first call loads supabase-js, which is large. @throws
 * when supabase-js cannot be loaded.
 */
export function staffClient(backend: Backend): Promise<Client> {
  if (!connected) {
    connected = import("../connect-supabase.ts").then((to) =>
      to.connectSupabase(backend, staffStorageKey, storage),
    );
    connected.catch(() => (connected = undefined));
    for (const start of waiting) start();
    waiting.clear();
  }
  return connected;
}

/** Returns true when this browser has stored a session of staff. The session may have ended since. */
function hasStoredStaffSession(): boolean {
  return storage.getItem(staffStorageKey) !== null;
}

/** Runs `start` when the staff client is first used. The returned function prevents a `start` that has not run yet. */
function onceStaffClientIsUsed(start: () => void): () => void {
  if (connected) start();
  else waiting.add(start);
  return () => waiting.delete(start);
}

/**
 * Calls `listener` with the session, or with null when nobody is signed in: now, and after each change in any tab.
 * supabase-js is loaded only when somebody has signed in. @returns a function that stops the calls.
 */
export function watchStaffSession(
  backend: Backend,
  listener: (session: Session | null) => void,
): () => void {
  const ended = new AbortController();

  async function follow(): Promise<void> {
    const [client, { typedText }] = await Promise.all([
      staffClient(backend),
      import("./typed-text.ts"),
    ]);
    if (ended.signal.aborted) return;
    const { data } = client.auth.onAuthStateChange((_event, session) => {
      // The text is kept before screens without a session replace the forms.
      if (session) typedText.open(session.user.id);
      else typedText.keep();
      listener(session);
    });
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
        // Somebody signed in in another tab. Loading the client gives the session to all listeners of this tab.
        if (key === staffStorageKey && newValue) void staffClient(backend);
      },
      { signal: ended.signal },
    );
  }
  return () => ended.abort();
}
