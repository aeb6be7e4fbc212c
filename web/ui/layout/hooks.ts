import { useEffect, useState, useSyncExternalStore } from "react";

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

const never = () => () => {};

/** False while the server's HTML is taken over, so that the first rendering equals it; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The present moment in milliseconds, told anew every `interval` of them: for clocks that count down. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** `value` once it has not changed for `milliseconds`: what somebody types, when they pause. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
