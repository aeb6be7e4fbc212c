import { hex } from "./hex.ts";

/** What is kept of random bits that open something: SHA-256 is enough for those. */
export async function secretHash(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}
