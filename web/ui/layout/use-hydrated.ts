import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while the server's HTML is taken over, so that the first rendering equals it; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
