export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The browser's local or session storage. Where it is blocked or full, values live in memory as
 * long as the page, so that signing in still works.
 */
export function browserStorage(kind: "localStorage" | "sessionStorage"): BrowserStorage {
  const memory = new Map<string, string>();
  return {
    getItem(key) {
      return memory.get(key) ?? attempt(() => window[kind].getItem(key)) ?? null;
    },
    setItem(key, value) {
      const kept = attempt(() => {
        window[kind].setItem(key, value);
        return true;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => window[kind].removeItem(key));
    },
  };
}

function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    // Blocked by the browser's settings, or full.
    return undefined;
  }
}
