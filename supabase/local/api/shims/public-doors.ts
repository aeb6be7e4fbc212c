import { createAttemptLimit } from "./passwords.ts";
import type { Shim } from "./shim.ts";

/** Of one caller in five minutes: `sign_in_sign_ups` and `token_verifications` in config.toml. */
const mostCalls = 60;
const mostVerifications = 30;
const windowMilliseconds = 5 * 60_000;
/** As supabase/auth reads at most (internal/api/api.go). */
const longestBody = 1024 * 1024;
/** Longer than the API takes for an address that it knows. */
const sameTimeMilliseconds = 300;

type Doors = {
  secretKey: string;
  callerOf: (request: Request) => string;
  now?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * The doors of the auth server that ask for no session, as a hosted one keeps them and the API does not:
 * a bound on what is read, a limit by caller for each, no account by /otp where sign-up is closed. Those
 * that take an address answer alike, after the same time, whether they know it.
 */
export function publicDoors({ secretKey, callerOf, now = Date.now, wait = sleep }: Doors): Shim {
  // In memory, as the hosted auth server counts, and for each door by itself.
  const calls = createAttemptLimit(mostCalls, windowMilliseconds);
  const verifications = createAttemptLimit(mostVerifications, windowMilliseconds);

  return async (request, next) => {
    const [, door = ""] = /^\/auth\/v1\/(.+?)\/?$/.exec(new URL(request.url).pathname) ?? [];
    if (door === "" || request.method === "OPTIONS") return next(request);
    if (await isTooLong(request)) {
      return refusal(413, "request_entity_too_large", "Request body too large");
    }
    const limit = door === "verify" ? verifications : isLimited(door, request) ? calls : undefined;
    // The functions have limits of their own.
    if (limit && request.headers.get("apikey") !== secretKey) {
      const caller = `${door} ${callerOf(request)}`;
      if (limit.isOver(caller)) {
        return refusal(429, "over_request_rate_limit", "Request rate limit reached");
      }
      limit.count(caller);
    }
    // A hosted server answers so to whoever is unknown or unconfirmed, and has nothing to send to others.
    if (door === "otp" || door === "magiclink") {
      return refusal(422, "signup_disabled", "Signups not allowed for this instance");
    }
    if (door !== "recover" && door !== "resend") return next(request);
    const started = now();
    const answer = await next(request);
    await wait(started + sameTimeMilliseconds - now());
    return answer.status === 429 ? Response.json({}) : answer;
  };
}

const limited = new Set(["recover", "resend", "magiclink", "otp", "signup"]);

/** Whoever reads who they are is not counted (supabase/auth, internal/api/api.go): functions ask so at each call. */
function isLimited(door: string, { method }: Request): boolean {
  return limited.has(door) || (door === "user" && method === "PUT");
}

async function isTooLong(request: Request): Promise<boolean> {
  const named = request.headers.get("content-length");
  if (named !== null) return Number(named) > longestBody;
  return request.body !== null && (await request.clone().arrayBuffer()).byteLength > longestBody;
}

const sleep = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

function refusal(status: number, code: string, msg: string): Response {
  return Response.json(
    { code: status, error_code: code, msg },
    { status, headers: { "x-sb-error-code": code } },
  );
}
