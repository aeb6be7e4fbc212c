import type { Sql } from "postgres";
import { z } from "zod";
import { createAttemptLimit } from "./attempt-limit.ts";
import type { Shim } from "./shim.ts";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const verdictSchema = z.object({ valid: z.boolean(), decision: z.string() });

/** Any bcrypt hash of the accounts' cost: an unknown address must take as long as a known one. */
const nobodysHash = (cost: number) =>
  `$2a$${String(cost).padStart(2, "0")}$7EqJtq98hPqEX7fNZaFWoOHi6VbAWH6kPPs5JNv.GX4IZZ6gzO9w2`;
/** As `sign_in_sign_ups` in config.toml, but of wrong passwords only. */
const mostWrong = 60;
const windowMilliseconds = 5 * 60_000;

type Grant = {
  database: Sql;
  secretKey: string;
  passwordCost: number;
  callerOf: (request: Request) => string;
  now?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * What a hosted auth server does around a password and the API does not: asks the password
 * verification hook of config.toml, limits wrong passwords by address (functions have a gate of
 * their own), and says the same after the same time whatever the account.
 */
export function passwordGrant(grant: Grant): Shim {
  const { database, secretKey, passwordCost, callerOf, now = Date.now, wait = sleep } = grant;
  // In memory, as the hosted auth server counts.
  const limit = createAttemptLimit(mostWrong, windowMilliseconds);

  return async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const isGrant = pathname === "/auth/v1/token" && searchParams.get("grant_type") === "password";
    if (!isGrant || request.method !== "POST") return next(request);
    const read: unknown = await request
      .clone()
      .json()
      .catch(() => null);
    const credentials = credentialsSchema.safeParse(read);
    if (!credentials.success) return next(request);

    const started = now();
    const caller = request.headers.get("apikey") === secretKey ? null : callerOf(request);
    if (caller !== null && limit.isOver(caller)) {
      return refusal(429, "over_request_rate_limit", "Request rate limit reached");
    }
    const { valid, decision } = await judge(credentials.data);
    if (valid && decision === "continue") return next(request);
    if (caller !== null) limit.count(caller);
    await wait(started + sameTimeMilliseconds - now());
    return refusal(400, "invalid_credentials", "Invalid login credentials");
  };

  async function judge({ email, password }: z.output<typeof credentialsSchema>) {
    const [account] = await database`
      select id, encrypted_password from auth.users where email = ${email.toLowerCase()}`;
    // pgcrypto knows the algorithm under its older mark.
    const hash = String(account?.["encrypted_password"] ?? nobodysHash(passwordCost)).replace(
      /^\$2[by]/,
      "$2a",
    );
    const [judged] = await database`
      select extensions.crypt(${password.slice(0, 72)}, ${hash}) = ${hash} as valid`;
    const valid = account !== undefined && judged?.["valid"] === true;
    if (!account) return { valid, decision: "continue" };
    const [asked] = await database`
      select private.judge_password_attempt(
        ${database.json({ user_id: String(account["id"]), valid })}
      ) ->> 'decision' as decision`;
    return verdictSchema.parse({ valid, decision: asked?.["decision"] });
  }
}

/** Longer than one password takes. */
const sameTimeMilliseconds = 300;

const sleep = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

function refusal(status: number, code: string, message: string): Response {
  return Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { "x-sb-error-code": code } },
  );
}
