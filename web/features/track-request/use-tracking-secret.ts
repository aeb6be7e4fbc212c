import { useSyncExternalStore } from "react";

/**
 * The secret of a link; undefined before the page is alive, null when there is none. It is in the
 * fragment, which no server sees, and stays there: who reloads or bookmarks the page keeps it.
 */
export function useTrackingSecret(): string | null | undefined {
  return useSyncExternalStore(
    followFragment,
    () => location.hash.slice(1) || null,
    () => undefined,
  );
}

// A second link opened in the same tab changes nothing but the fragment.
function followFragment(tell: () => void): () => void {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
}
