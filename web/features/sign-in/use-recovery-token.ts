import { useEffect, useSyncExternalStore } from "react";

let latest: string | null = null;

/**
 * The token of a recovery link; undefined before the page is alive, null when there is none. It is
 * in the fragment, which no server sees, and leaves the address bar and the history at once.
 */
export function useRecoveryToken(): string | null | undefined {
  const token = useSyncExternalStore(followFragment, readToken, () => undefined);
  useEffect(() => {
    if (token && location.hash) history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}

function readToken(): string | null {
  latest = new URLSearchParams(location.hash.slice(1)).get("token_hash") ?? latest;
  return latest;
}

// A second link opened in the same tab changes nothing but the fragment.
function followFragment(tell: () => void): () => void {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
}
