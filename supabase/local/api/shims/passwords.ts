import type { Sql } from "postgres";
import { z } from "zod";
import { readClaims } from "./assurance-level.ts";
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

const changeSchema = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  data: z.record(z.string(), z.json()).optional(),
});
type Change = z.output<typeof changeSchema>;
type Account = { sub: string; session_id: string };

/**
 * What a hosted auth server refuses of what an account changes of itself (PUT /user), and the API does
 * not: a new password or address in a session that has not shown the second factor, a password for a
 * session alone, and what our triggers on auth.users refuse, which the API would answer with 500.
 */
export function accountChange(database: Sql): Shim {
  return async (request, next) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (call !== "PUT /auth/v1/user") return next(request);
    const read: unknown = await request
      .clone()
      .json()
      .catch(() => null);
    const change = changeSchema.safeParse(read);
    const account = readClaims(request.headers.get("authorization")?.slice("Bearer ".length) ?? "");
    // What the token is worth the API says itself.
    if (!change.success || !account) return next(request);
    return (await refusalOf(change.data, account)) ?? next(request);
  };

  async function refusalOf(change: Change, account: Account): Promise<Response | undefined> {
    const { email, password, data } = change;
    if ((password !== undefined || email !== undefined) && (await lacksFactor(account))) {
      const msg = "AAL2 session is required to update email or password when MFA is enabled.";
      return changeRefusal(401, "insufficient_aal", msg);
    }
    if (password !== undefined && !(await mayChangePassword(change, account))) {
      const msg = "Password update requires reauthentication";
      return changeRefusal(400, "reauthentication_needed", msg);
    }
    if (email !== undefined && (await keepsAddress(email, account))) {
      const msg = "O endereço desta conta não pode ser alterado.";
      return changeRefusal(422, "validation_failed", msg);
    }
    if (data !== undefined && (await saysTooMuch(data, account))) {
      return changeRefusal(422, "validation_failed", "Os dados de uma conta têm no máximo 4 kB.");
    }
    return undefined;
  }

  async function lacksFactor({ sub, session_id }: Account): Promise<boolean> {
    const [missing] = await database`
      select from auth.mfa_factors as factor
      where factor.user_id = ${sub} and factor.status = 'verified' and not exists (
        select from auth.sessions where id = ${session_id} and aal = 'aal2'
      )`;
    return missing !== undefined;
  }

  /** Whoever comes from a mailed link has proven the mailbox, everybody else proves the old password. */
  async function mayChangePassword({ current_password }: Change, { sub, session_id }: Account) {
    const [proof] = await database`
      select from (
        select regexp_replace(encrypted_password, '^[$]2[by]', '$2a') as hash
        from auth.users where id = ${sub}
      ) as held
      where hash = extensions.crypt(${current_password ?? null}, hash)
      union all
      select from auth.mfa_amr_claims
      where session_id = ${session_id} and authentication_method in ('otp', 'recovery')`;
    return proof !== undefined;
  }

  async function keepsAddress(email: string, { sub }: Account): Promise<boolean> {
    const [row] = await database`
      select private.is_contract_account(${email})
        or private.is_contract_account(private.auth_email_of(${sub})) as is_kept
      where ${email.toLowerCase()} is distinct from private.auth_email_of(${sub})`;
    return row?.["is_kept"] === true;
  }

  /** As the trigger bound_account_metadata reckons. */
  async function saysTooMuch(data: NonNullable<Change["data"]>, { sub }: Account) {
    const [row] = await database`
      select octet_length((raw_user_meta_data || ${database.json(data)})::text) > 4096 as is_long
      from auth.users where id = ${sub}`;
    return row?.["is_long"] === true;
  }
}

function changeRefusal(status: number, code: string, msg: string): Response {
  return Response.json(
    { code: status, error_code: code, msg },
    { status, headers: { "x-sb-error-code": code } },
  );
}

/** Counts failures by key in this process; after `most` within the time it is over. */
export function createAttemptLimit(most: number, withinMilliseconds: number) {
  const failures = new Map<string, number[]>();
  const recent = (key: string) =>
    (failures.get(key) ?? []).filter((time) => time > Date.now() - withinMilliseconds);
  return {
    isOver: (key: string) => recent(key).length >= most,
    count: (key: string) => failures.set(key, [...recent(key), Date.now()]),
    forget: (key: string) => failures.delete(key),
  };
}
