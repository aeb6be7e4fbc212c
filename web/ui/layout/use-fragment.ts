import { useSyncExternalStore } from "react";

/**
 * What stands behind # in the address; undefined before the page is alive, null when nothing does.
 * No server sees it, and it stays: who reloads or bookmarks the page keeps it.
 */
export function useFragment(): string | null | undefined {
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
