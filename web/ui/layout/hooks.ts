import { useEffect, useState, useSyncExternalStore } from "react";

/** Returns the URL fragment: undefined before hydration, null when there is none. Servers never receive fragments. */
export function useFragment(): string | null | undefined {
  return useSyncExternalStore(
    followFragment,
    () => location.hash.slice(1) || null,
    () => undefined,
  );
}

// Calls `notify` when the fragment changes, for example by a link to another fragment of the same page.
export function followFragment(notify: () => void): () => void {
  addEventListener("hashchange", notify);
  return () => removeEventListener("hashchange", notify);
}

const never = () => () => {};

/** Returns false during hydration, so that the first rendering equals the server's HTML. Returns true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Returns the current time in milliseconds, updated every `interval` milliseconds, for countdowns. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** Returns the latest `value` that stayed the same for the given number of milliseconds. Used for typed text. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
