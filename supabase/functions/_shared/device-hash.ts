import { secretHash } from "./secret-hash.ts";

/** What is kept of a device's token; null when there is none. */
export async function deviceHash(token: string | undefined): Promise<string | null> {
  return token === undefined ? null : secretHash(token);
}
