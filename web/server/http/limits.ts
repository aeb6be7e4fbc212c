import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { callerAddress, callerNetwork } from "../../../supabase/functions/_shared/http/caller.ts";
import { type Log, logLine } from "../../config/log.ts";

/** Takes a try of a key; false when the key, or all together, have had theirs in this window. */
export type RateLimit = (key: string) => boolean;

/** Counts tries in windows of `windowMs`; it never remembers more keys than `inAll`. */
export function createRateLimit(
  limits: { perKey: number; inAll: number; windowMs: number },
  now: () => number = Date.now,
): RateLimit {
  const counts = new Map<string, number>();
  let beganAt = now();
  let total = 0;
  return (key) => {
    if (now() - beganAt >= limits.windowMs) {
      beganAt = now();
      total = 0;
      counts.clear();
    }
    const count = counts.get(key) ?? 0;
    if (total >= limits.inAll || count >= limits.perKey) return false;
    counts.set(key, count + 1);
    total += 1;
    return true;
  };
}

/**
 * Gives whom a limit counts: the network of the connection, or of the address that `header` names.
 * Only a header that the proxy in front of us overwrites may be named: any other could be forged. One
 * that does not arrive is told once: until it does, the proxy's visitors count as one.
 */
export function createClientNetwork(
  header: string | undefined,
  log: Log = logLine,
): (context: Context) => string {
  let isTold = false;
  return (context) => {
    const forwarded = header ? callerAddress(context.req.raw, header) : null;
    if (header && forwarded === null && !isTold) {
      isTold = true;
      log("warn", "no-client-address", { header });
    }
    return callerNetwork(forwarded ?? getConnInfo(context).remote.address ?? "unknown");
  };
}
