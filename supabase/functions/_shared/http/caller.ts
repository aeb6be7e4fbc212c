import { hex } from "../hashes.ts";
import type { Log } from "../log.ts";

/** Proves that the site's process calls, on behalf of a visitor. */
const forwardKeyHeader = "x-forward-key";
/** That visitor's address. */
const visitorHeader = "x-visitor-address";

/**
 * The caller's address from `header`, the one header that the platform in front of us
 * overwrites; any other could be forged to escape the limits. Proxies append, so the last
 * entry of a list counts. Null when there is none. Whoever knows `forwardKey`, which is the
 * site's process alone, calls for the visitor that it names.
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

/** What one caller can easily change is cut off: an IPv6 customer owns a whole /64. */
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

/**
 * Turns an address into a keyed hash: limits need to recognise a caller, nobody needs to
 * read who it was (LGPD art. 6, necessity).
 */
export function createAddressHash(secret: string): (address: string | null) => Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return async (address) => {
    const network = encoder.encode(address ? callerNetwork(address) : "unknown");
    return hex(await crypto.subtle.sign("HMAC", await key, network));
  };
}

const prefix = "unnamed-";

/**
 * Stands in for the address of a caller whom the platform does not name. Such a platform is not
 * set up as it should be, which is logged once; until it is, callers are told apart by their
 * browser, in 256 groups. One group is a limit's bucket, so no crowd shuts everybody out and
 * what passes still has a bound.
 */
export function createUnnamedCaller(header: string, log: Log): (request: Request) => string {
  let isTold = false;
  return ({ headers }) => {
    if (!isTold) log({ event: "no-client-address", header });
    isTold = true;
    const browser = `${headers.get("user-agent")} ${headers.get("accept-language")}`;
    // FNV-1a: spreads, and is no secret.
    let hash = 0x811c9dc5;
    for (const character of browser) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
    return `${prefix}${(hash ^ (hash >>> 16)) & 0xff}`;
  };
}

/** Whether this is a stand-in, which no other server may be told as an address. */
export function isUnnamed(caller: string): boolean {
  return caller.startsWith(prefix);
}

/**
 * The header that tells the auth server for whom we call: it limits by address and would see
 * ours, so that one caller could use up everybody's quota. It believes it only together with
 * the secret key, and hosted only where that is switched on (README, Production).
 */
export function forwardCaller(caller: string | null): Record<string, string> {
  return caller === null || isUnnamed(caller) ? {} : { "Sb-Forwarded-For": caller };
}

/** Whether two secrets are equal, in a time that does not tell where they differ. */
export function equalSecrets(given: string, expected: string): boolean {
  const left = new TextEncoder().encode(given);
  const right = new TextEncoder().encode(expected);
  let difference = left.length ^ right.length;
  for (const [index, byte] of right.entries()) difference |= byte ^ (left[index] ?? 0);
  return difference === 0;
}
