import { createAttemptLimit, waitSameTime, windowMilliseconds } from "./auth-passwords.ts";
import { authError, type Shim } from "./shim.ts";

/** Maximum number of calls in five minutes (`sign_in_sign_ups` and `token_verifications` in config.toml). */
const mostCalls = 60;
const mostVerifications = 30;
/** Maximum size in bytes of a body that supabase/auth reads (internal/api/api.go). */
const longestBody = 1024 * 1024;

type Options = {
  secretKey: string;
  callerOf: (request: Request) => string;
};

/**
 * Adds rules that a hosted auth server has and the local one lacks. The rules apply to endpoints without a session: a
 * size limit, a limit for each caller and endpoint, and no new accounts by /otp when sign-up is closed. Endpoints that
 * take an e-mail address give the same answer after the same time, whether the address is known or not.
 */
export function publicEndpoints({ secretKey, callerOf }: Options): Shim {
  // The calls are counted in memory and for each endpoint separately, as in the hosted auth server.
  const calls = createAttemptLimit(mostCalls, windowMilliseconds);
  const verifications = createAttemptLimit(mostVerifications, windowMilliseconds);

  return async (request, next) => {
    const [, endpoint = ""] = /^\/auth\/v1\/(.+?)\/?$/.exec(new URL(request.url).pathname) ?? [];
    if (endpoint === "" || request.method === "OPTIONS") return next(request);
    if (await isTooLong(request)) {
      return authError(413, "request_entity_too_large", "Request body too large");
    }
    const limit =
      endpoint === "verify" ? verifications : isLimited(endpoint, request) ? calls : undefined;
    // Edge functions, which use the secret key, have limits of their own.
    if (limit && request.headers.get("apikey") !== secretKey) {
      const caller = `${endpoint} ${callerOf(request)}`;
      if (limit.isOver(caller)) {
        return authError(429, "over_request_rate_limit", "Request rate limit reached");
      }
      limit.count(caller);
    }
    // A hosted server gives this answer for an unknown or unconfirmed e-mail address. This server sends no mail, so
    // every address gets this answer.
    if (endpoint === "otp" || endpoint === "magiclink") {
      return authError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    if (endpoint !== "recover" && endpoint !== "resend") return next(request);
    const [answer] = await Promise.all([next(request), waitSameTime()]);
    return answer.status === 429 ? Response.json({}) : answer;
  };
}

const limited = new Set(["recover", "resend", "magiclink", "otp", "signup"]);

/** Exempts GET /user from the limit, like supabase/auth (internal/api/api.go). Edge functions often call GET /user. */
function isLimited(endpoint: string, { method }: Request): boolean {
  return limited.has(endpoint) || (endpoint === "user" && method === "PUT");
}

async function isTooLong(request: Request): Promise<boolean> {
  const named = request.headers.get("content-length");
  if (named !== null) return Number(named) > longestBody;
  return request.body !== null && (await request.clone().arrayBuffer()).byteLength > longestBody;
}
