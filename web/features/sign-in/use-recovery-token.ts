import { useEffect, useSyncExternalStore } from "react";

let latest: string | null = null;
let isOfStaff = false;

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
export const isStaffLink = () => isOfStaff;

function readToken(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token_hash");
  if (token !== null) {
    latest = token;
    isOfStaff = fragment.get("conta") === "equipe";
  }
  return latest;
}

// A second link opened in the same tab changes nothing but the fragment.
function followFragment(tell: () => void): () => void {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
}
