import type { Backend } from "./backend.ts";
import type { Client } from "./connect-supabase.ts";
import { isFirstInTab } from "./is-first-in-tab.ts";
import {
  contractStorage as storage,
  contractStorageKey,
  openContractNumber,
} from "./open-contract.ts";

let connected: Promise<Client> | undefined;

/**
 * The client of a tenant with an open contract, for browsers only.
 * @throws when supabase-js cannot be fetched.
 */
export function contractClient(backend: Backend): Promise<Client> {
  if (!connected) {
    connected = connect(backend);
    connected.catch(() => (connected = undefined));
  }
  return connected;
}

async function connect(backend: Backend): Promise<Client> {
  const [{ connectSupabase }, isOwn] = await Promise.all([
    import("./connect-supabase.ts"),
    isFirstInTab(),
  ]);
  if (!isOwn) forgetCopy();
  // supabase-js tells every tab what becomes of a session, over a channel named by its key: under
  // a key of this page's own nobody listens. What is stored keeps its name.
  const ownKey = `${contractStorageKey}-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
  const stored = (key: string) => key.replace(ownKey, contractStorageKey);
  return connectSupabase(backend, ownKey, {
    getItem: (key) => storage.getItem(stored(key)),
    setItem: (key, value) => storage.setItem(stored(key), value),
    removeItem: (key) => storage.removeItem(stored(key)),
  });
}

/** A duplicated tab got a copy of a session that goes on next door; two would end each other. */
function forgetCopy(): void {
  storage.removeItem(contractStorageKey);
  openContractNumber.clear();
}
