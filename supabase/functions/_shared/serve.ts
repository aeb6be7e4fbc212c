import { readEnv } from "./env.ts";
import type { Handler } from "./http/endpoint.ts";
import { unavailable } from "./http/request-failure.ts";
import { logLine } from "./log.ts";
import { connectParts, type Parts } from "./parts.ts";

// Only Deno and Supabase have these two globals. The globals are declared here, so that the TypeScript compiler of the
// site can check the functions too.
declare const Deno: {
  env: { toObject(): Record<string, string> };
  serve(handler: Handler): unknown;
};
declare const EdgeRuntime: { waitUntil(work: Promise<void>): void } | undefined;

// Keeps the worker running until `work` ends. Otherwise hosted Supabase stops a worker after its HTTP answer.
function keepAlive(work: Promise<void>): void {
  if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
}

/** Starts an edge function. If an environment variable is wrong, logs one line and answers every call with 503. */
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
