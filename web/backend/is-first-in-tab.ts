import { browserStorage } from "./browser-storage.ts";

const tabKey = "payser-aba";
/** A page that is being replaced by this one gives its lock back by then. */
const RELOAD_MS = 1_000;

const storage = browserStorage("sessionStorage");

/**
 * Whether this tab is the one its session storage was made for; false in a duplicate, to which
 * browsers copy it. The first page of a tab holds a lock on the tab's name while it lives.
 */
export async function isFirstInTab(): Promise<boolean> {
  // Only secure origins have locks; elsewhere a duplicate goes unnoticed.
  if (!("locks" in navigator)) return true;
  const tab = storage.getItem(tabKey);
  if (tab !== null && (await hold(tab))) return true;
  const fresh = crypto.randomUUID();
  storage.setItem(tabKey, fresh);
  await hold(fresh);
  return tab === null;
}

/** Takes the lock for as long as the page lives; false when another page keeps it. */
function hold(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`${tabKey}-${tab}`, { signal: AbortSignal.timeout(RELOAD_MS) }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(() => resolve(false));
  });
}
