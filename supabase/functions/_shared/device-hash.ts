/** What is kept of a device's token: SHA-256 is enough for random bits; null when there is none. */
export async function deviceHash(token: string | undefined): Promise<string | null> {
  if (token === undefined) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
