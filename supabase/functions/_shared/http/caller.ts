import { hmac } from "../hashes.ts";
import type { Log } from "../log.ts";

/** Header with the key that proves that the site's server calls on behalf of a visitor. */
const forwardKeyHeader = "x-forward-key";
/** Header with the network address of the visitor on whose behalf the site's server calls. */
const visitorHeader = "x-visitor-address";

/**
 * Returns the caller's network address, or null when the header is missing. The platform overwrites `header`, so
 * callers cannot forge the address.
 */
export function callerAddress(
  { headers }: Request,
  header: string,
  forwardKey?: string,
): string | null {
  // A call with the forward key comes from the site's server, which sends the visitor's address in its own header.
  const forwards = forwardKey && equalSecrets(headers.get(forwardKeyHeader) ?? "", forwardKey);
  const trusted = forwards ? visitorHeader : header;
  // Proxies append addresses to the header, so only the last entry counts.
  return headers.get(trusted)?.split(",").at(-1)?.trim() || null;
}

/** Reduces an IPv6 address to its /64 network, because one customer owns all addresses in a /64 network. */
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
 * Creates a function that returns a group name for callers whose network address the platform does not send. The
 * browser decides which of 256 groups a caller is in, so that each rate limit blocks only one group.
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

/** Tells whether `caller` is a group name from `createUnnamedCaller` and not a network address. */
export function isUnnamed(caller: string): boolean {
  return caller.startsWith(prefix);
}

/**
 * Returns the header with the caller's network address, so that the auth server limits each caller and not all callers
 * together. The auth server trusts the header only with the secret key and a setting of the project (docs/deploy.md).
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
