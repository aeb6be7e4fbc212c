import { hmac } from "../hashes.ts";
import type { Log } from "../log.ts";

/** Header with the key that proves that the site's server calls on behalf of a visitor. */
const forwardKeyHeader = "x-forward-key";
/** Header with the network address of the visitor on whose behalf the site's server calls. */
const visitorHeader = "x-visitor-address";

/**
 * Returns the caller's network address, or null when `header` is missing. The platform overwrites `header`. A caller
 * could forge any other header to escape the limits. Proxies append to `header`, so its last entry counts. A call with
 * `forwardKey` comes from the site's server, which sends the visitor's address in its own header.
 */
export function callerAddress(
  { headers }: Request,
  header: string,
  forwardKey?: string,
): string | null {
  const forwards = forwardKey && equalSecrets(headers.get(forwardKeyHeader) ?? "", forwardKey);
  const trusted = forwards ? visitorHeader : header;
  return headers.get(trusted)?.split(",").at(-1)?.trim() || null;
}

/** Reduces an IPv6 address to its /64 network, because one customer owns all addresses in such a network. */
export function callerNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":") || !URL.canParse(`http://[${address}]`)) return address;
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(":");
}

/** Creates a keyed hash function for network addresses: rate limits store only hashes (necessity, LGPD art. 6). */
export function createAddressHash(secret: string): (address: string | null) => Promise<string> {
  return (address) => hmac(secret, address ? callerNetwork(address) : "unknown");
}

const prefix = "unnamed-";

/**
 * Creates substitutes for callers' network addresses, for a platform that does not send the addresses. Logs this wrong
 * setup once. Callers are divided by their browser into 256 groups. Each group has its own limits, so that one crowd
 * does not block everybody and the total stays limited.
 */
export function createUnnamedCaller(header: string, log: Log): (request: Request) => string {
  let hasLogged = false;
  return ({ headers }) => {
    if (!hasLogged) log({ event: "no-client-address", header });
    hasLogged = true;
    const browser = `${headers.get("user-agent")} ${headers.get("accept-language")}`;
    // The hash is FNV-1a, which spreads values well. The hash need not be secret.
    let hash = 0x811c9dc5;
    for (const character of browser) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
    return `${prefix}${(hash ^ (hash >>> 16)) & 0xff}`;
  };
}

/** Tells whether `caller` is a substitute instead of a network address. A substitute must not be forwarded. */
export function isUnnamed(caller: string): boolean {
  return caller.startsWith(prefix);
}

/**
 * Returns the header that tells the auth server our caller's network address. The auth server limits calls by address.
 * Without the header, it would see only the functions' address, and one caller could use up everybody's quota. It
 * trusts the header only together with the secret key. Hosted projects must also switch this trust on (docs/deploy.md).
 */
export function forwardCaller(caller: string | null): Record<string, string> {
  return caller === null || isUnnamed(caller) ? {} : { "Sb-Forwarded-For": caller };
}

/** Tells whether two secrets are equal. The time of the comparison does not reveal where the secrets differ. */
export function equalSecrets(given: string, expected: string): boolean {
  const left = new TextEncoder().encode(given);
  const right = new TextEncoder().encode(expected);
  let difference = left.length ^ right.length;
  for (const [index, byte] of right.entries()) difference |= byte ^ (left[index] ?? 0);
  return difference === 0;
}
