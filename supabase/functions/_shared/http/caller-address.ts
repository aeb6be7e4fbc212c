import { hex } from "../hex.ts";
import { equalSecrets } from "./equal-secrets.ts";

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
