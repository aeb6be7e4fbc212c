import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import {
  callerAddress,
  callerNetwork,
} from "../../../supabase/functions/_shared/http/caller-address.ts";

/**
 * Gives whom a limit counts: the network of the connection, or of the address that `header` names.
 * Only a header that the proxy in front of us overwrites may be named: any other could be forged.
 */
export function createClientNetwork(header: string | undefined): (context: Context) => string {
  return (context) => {
    const forwarded = header ? callerAddress(context.req.raw, header) : null;
    return callerNetwork(forwarded ?? getConnInfo(context).remote.address ?? "unknown");
  };
}
