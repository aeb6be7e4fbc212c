import { readEnv } from "./env.ts";
import type { Handler } from "./http/endpoint.ts";
import { unavailable } from "./http/request-failure.ts";
import { logLine } from "./log.ts";
import { connectParts, type Parts } from "./parts.ts";

// The only two things that handlers do not get from the web platform; declared here, so that
// the same compiler checks site and functions.
declare const Deno: {
  env: { toObject(): Record<string, string> };
  serve(handler: Handler): unknown;
};
declare const EdgeRuntime: { waitUntil(work: Promise<void>): void } | undefined;

// Hosted Supabase stops a worker once it has answered, unless it is told of unfinished work.
function keepAlive(work: Promise<void>): void {
  if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
}

/**
 * Starts a function: the environment is read and the parts are built once. One that lacks something is one
 * line in the log, and every call is answered with 503.
 */
export function serve(createHandler: (parts: Parts) => Handler): void {
  Deno.serve(startHandler(createHandler));
}

function startHandler(createHandler: (parts: Parts) => Handler): Handler {
  try {
    return createHandler(connectParts(readEnv(Deno.env.toObject()), keepAlive));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    logLine({ event: "bad-environment", reason }, "error");
    const failure = unavailable("environment");
    return () => Promise.resolve(Response.json(failure.reply(), { status: failure.status }));
  }
}
