import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "./backend-context.tsx";
import type { BrowserStorage } from "./browser-storage.ts";
import type { Database } from "./database.types.ts";

export type Client = SupabaseClient<Database>;

/** A client whose session lives in `storage` under `storageKey` and renews itself. */
export function connectSupabase(
  { url, publishableKey }: Backend,
  storageKey: string,
  storage: BrowserStorage,
): Client {
  return createClient<Database>(url, publishableKey, {
    auth: {
      storageKey,
      storage,
      persistSession: true,
      autoRefreshToken: true,
      // Recovery links are read by our own page and nothing else comes back in the address.
      detectSessionInUrl: false,
    },
    global: { fetch: fetchNamed },
  });
}

/**
 * Names each call of the data API by an id of its own, by which the database's log tells of it. The
 * auth server lets pages send no such header (CORS).
 */
const fetchNamed: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const url = input instanceof Request ? input.url : input.toString();
  if (url.includes("/rest/v1/")) headers.set("x-request-id", crypto.randomUUID());
  return fetch(input, { ...init, headers });
};
