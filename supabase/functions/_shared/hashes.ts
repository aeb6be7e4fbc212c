/** Bytes as lower-case hexadecimal digits, two each. */
export function hex(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Tells two keys apart and gives neither away: 32 bits of a hash that nothing else is made of. For who examines
 * whether two parts were given the same one.
 */
export async function keyFingerprint(key: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, [
    "sign",
  ]);
  return hex(await crypto.subtle.sign("HMAC", imported, encoder.encode("key fingerprint"))).slice(
    0,
    8,
  );
}

/** What is kept of random bits that open something: SHA-256 is enough for those. */
export async function secretHash(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** What is kept of a device's token; null when there is none. */
export async function deviceHash(token: string | undefined): Promise<string | null> {
  return token === undefined ? null : secretHash(token);
}
