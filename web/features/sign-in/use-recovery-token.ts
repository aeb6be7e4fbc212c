import { useEffect, useSyncExternalStore } from "react";

let latest: string | null = null;
/** Whose link it is, as its mail says: `equipe` of staff, `nova` of a contract that has no password yet. */
let account: string | null = null;

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

/** Whether the link was mailed to somebody of staff; known as soon as its token is. */
export const isStaffLink = () => account === "equipe";

/** Whether it came with a contract, whose tenant has no password yet. */
export const isFirstLink = () => account === "nova";

function readToken(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token_hash");
  if (token !== null) {
    latest = token;
    account = fragment.get("conta");
  }
  return latest;
}

// A second link opened in the same tab changes nothing but the fragment.
function followFragment(tell: () => void): () => void {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
}
