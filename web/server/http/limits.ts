import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { callerAddress, callerNetwork } from "../../../supabase/functions/_shared/http/caller.ts";
import { type Log, logLine } from "../../config/log.ts";

/**
 * Counts an attempt under a key, such as the visitor's network. Returns false when the key or all keys together have
 * reached their limit for the time window.
 */
export type RateLimit = (key: string) => boolean;

/** Creates a rate limit for time windows of `windowMs` milliseconds. It allows `inAll` attempts by all keys. */
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
 * Creates a function that returns the visitor's network, from the connection or from the address in `header`. The proxy
 * must overwrite `header`, because visitors could otherwise forge the address.
 */
export function createClientNetwork(
  header: string | undefined,
  log: Log = logLine,
): (context: Context) => string {
  let isLogged = false;
  return (context) => {
    const forwarded = header ? callerAddress(context.req.raw, header) : null;
    if (header && forwarded === null && !isLogged) {
      isLogged = true;
      log("warn", "no-client-address", { header });
    }
    // All visitors of a proxy share the network of the proxy when this header is missing.
    return callerNetwork(forwarded ?? getConnInfo(context).remote.address ?? "unknown");
  };
}

/** Reads an HTTP body as text; undefined above `maximum` bytes. Counts the bytes, because headers may be wrong. */
export async function readLimitedText(
  { body }: Request,
  maximum: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  if (!body) return text;
  for await (const part of body) {
    length += part.byteLength;
    if (length > maximum) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
