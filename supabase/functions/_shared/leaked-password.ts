import { hex } from "./hex.ts";

/** Whether a password is known from a leak; false when nobody can tell. */
export type IsLeaked = (password: string) => Promise<boolean>;

const patienceMilliseconds = 2_000;

/**
 * Asks a service of the form of api.pwnedpasswords.com/range, which sees five characters of the
 * password's hash and nothing else. Without an address nobody is asked.
 */
export function createLeakCheck(url: string | undefined, ask: typeof fetch = fetch): IsLeaked {
  return async (password) => {
    if (url === undefined) return false;
    const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
    const hash = hex(digest).toUpperCase();
    try {
      const response = await ask(`${url.replace(/\/$/, "")}/${hash.slice(0, 5)}`, {
        headers: { "add-padding": "true" },
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      if (!response.ok) return false;
      const lines = (await response.text()).split(/\r?\n/);
      // Padding has the count 0.
      return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(":0"));
    } catch {
      // The service is a help, not a gate: while it is away people can still sign up.
      return false;
    }
  };
}
