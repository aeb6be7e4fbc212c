/** Returns bytes as lower-case hexadecimal, two digits per byte. */
export function hex(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the SHA-256 of bytes in hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/** Returns the HMAC-SHA-256 of a text in hexadecimal. */
export async function hmac(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, [
    "sign",
  ]);
  return hex(await crypto.subtle.sign("HMAC", secret, encoder.encode(text)));
}

/** Returns a 32-bit fingerprint by which npm run doctor compares keys without revealing them. */
export async function keyFingerprint(key: string): Promise<string> {
  return (await hmac(key, "key fingerprint")).slice(0, 8);
}

/** Returns the stored hash of a link's secret. It needs no salt, because the secret is random. */
export async function secretHash(secret: string): Promise<string> {
  return sha256(new TextEncoder().encode(secret));
}
