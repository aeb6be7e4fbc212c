import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { type Log, logLine } from "../../config/log.ts";
import { callerAddress, callerNetwork } from "../../../supabase/functions/_shared/http/caller.ts";

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
