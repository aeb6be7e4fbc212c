import { readEnv } from "./env.ts";
import type { Handler } from "./http/endpoint.ts";
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

/** Starts a function: the environment is read and the parts are built once. */
export function serve(createHandler: (parts: Parts) => Handler): void {
  Deno.serve(createHandler(connectParts(readEnv(Deno.env.toObject()), keepAlive)));
}
