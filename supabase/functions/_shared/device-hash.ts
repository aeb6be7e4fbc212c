import { hex } from "./hex.ts";

/** What is kept of a device's token: SHA-256 is enough for random bits; null when there is none. */
export async function deviceHash(token: string | undefined): Promise<string | null> {
  if (token === undefined) return null;
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}
