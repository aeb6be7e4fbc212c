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
  });
}
