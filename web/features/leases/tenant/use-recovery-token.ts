import { useEffect, useSyncExternalStore } from "react";
import { followFragment } from "../../../ui/layout/hooks.ts";

let latest: string | null = null;
/** Value of `conta` in a link: `equipe` for staff, `nova` for a contract without a password yet. */
let account: string | null = null;

/**
 * Returns the token of a link; undefined before hydration, null without a token. Servers never see the token, because
 * it is in the URL fragment. The fragment is removed from the address bar and the history at once.
 */
export function useRecoveryToken(): string | null | undefined {
  const token = useSyncExternalStore(followFragment, readToken, () => undefined);
  useEffect(() => {
    if (token && location.hash) history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}

/** Returns true when the recovery link is for staff. The result is valid only after the token has been read. */
export const isStaffLink = () => account === "equipe";

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
