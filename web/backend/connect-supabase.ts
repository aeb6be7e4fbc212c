import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "./backend-context.tsx";
import type { BrowserStorage } from "./browser-storage.ts";
import type { Database } from "./database.types.ts";

export type Client = SupabaseClient<Database>;

/** Creates a Supabase client whose session is kept in `storage` under `storageKey` and is renewed automatically. */
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
      // Only recovery links contain a token, and the page for new passwords reads this token itself.
      detectSessionInUrl: false,
    },
    global: { fetch: fetchNamed },
  });
}

/**
 * Adds a request id for the database's log to each call of the data API. Calls of the auth server get no id, because
 * that server would refuse the header (CORS).
 */
const fetchNamed: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const url = input instanceof Request ? input.url : input.toString();
  if (url.includes("/rest/v1/")) headers.set("x-request-id", crypto.randomUUID());
  return fetch(input, { ...init, headers });
};
