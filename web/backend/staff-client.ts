import type { Backend } from "./backend.ts";
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
export function hasStoredStaffSession(): boolean {
  return storage.getItem(staffStorageKey) !== null;
}

/** Runs `start` once, when the staff client is first asked for; gives the way to cancel. */
export function onceStaffClientIsUsed(start: () => void): () => void {
  if (connected) start();
  else waiting.add(start);
  return () => waiting.delete(start);
}
