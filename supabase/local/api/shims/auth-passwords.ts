import type { Sql } from "postgres";
import { z } from "zod";
import { readClaims } from "./assurance-level.ts";
import { authError, peekJson, type Shim } from "./shim.ts";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const verdictSchema = z.object({ valid: z.boolean(), decision: z.string() });

/** Returns a hash with the cost of real hashes, so that checks for unknown and known accounts take the same time. */
const unknownAccountHash = (cost: number) =>
  `$2a$${String(cost).padStart(2, "0")}$7EqJtq98hPqEX7fNZaFWoOHi6VbAWH6kPPs5JNv.GX4IZZ6gzO9w2`;
/** Maximum number of wrong passwords (`sign_in_sign_ups` in config.toml). The hosted limit counts every password. */
const mostWrong = 60;
export const windowMilliseconds = 5 * 60_000;

type Grant = {
  database: Sql;
  secretKey: string;
  passwordCost: number;
  callerOf: (request: Request) => string;
};

/**
 * Adds two password checks of a hosted auth server that the API lacks: the password verification hook of config.toml,
 * and a limit of wrong passwords for each network address. Edge functions are exempt, because they have limits of their
 * own. Known and unknown accounts get the same answer after the same time.
 */
export function passwordGrant(grant: Grant): Shim {
  const { database, secretKey, passwordCost, callerOf } = grant;
  // The counts are kept in memory, as in the hosted auth server.
  const limit = createAttemptLimit(mostWrong, windowMilliseconds);

  return async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const isGrant = pathname === "/auth/v1/token" && searchParams.get("grant_type") === "password";
    if (!isGrant || request.method !== "POST") return next(request);
    const credentials = credentialsSchema.safeParse(await peekJson(request));
    if (!credentials.success) return next(request);

    const waited = waitSameTime();
    const caller = request.headers.get("apikey") === secretKey ? null : callerOf(request);
    if (caller !== null && limit.isOver(caller)) {
      return authError(429, "over_request_rate_limit", "Request rate limit reached");
    }
    const { valid, decision } = await judge(credentials.data);
    if (valid && decision === "continue") return next(request);
    if (caller !== null) limit.count(caller);
    await waited;
    return authError(400, "invalid_credentials", "Invalid login credentials");
  };

  async function judge({ email, password }: z.output<typeof credentialsSchema>) {
    const [account] = await database`
      select id, encrypted_password from auth.users where email = ${email.toLowerCase()}`;
    // pgcrypto knows this algorithm only under its older prefix $2a.
    const hash = String(
      account?.["encrypted_password"] ?? unknownAccountHash(passwordCost),
    ).replace(/^\$2[by]/, "$2a");
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

const changeSchema = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  data: z.record(z.string(), z.json()).optional(),
});
type Change = z.output<typeof changeSchema>;
type Account = { sub: string; session_id: string };

/**
 * Refuses changes of the caller's own account (PUT /user) that a hosted auth server refuses but the API accepts. A new
 * password or e-mail address needs the second factor, if one is enrolled. A new password also needs the old password or
 * a session from a mailed link. Changes that our triggers on auth.users refuse are refused here, because the API would
 * answer such changes with 500.
 */
export function accountChange(database: Sql): Shim {
  return async (request, next) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (call !== "PUT /auth/v1/user") return next(request);
    const change = changeSchema.safeParse(await peekJson(request));
    const account = readClaims(request.headers.get("authorization")?.slice("Bearer ".length) ?? "");
    // The API itself refuses an invalid token or change.
    if (!change.success || !account) return next(request);
    return (await refusalOf(change.data, account)) ?? next(request);
  };

  async function refusalOf(change: Change, account: Account): Promise<Response | undefined> {
    const { email, password, data } = change;
    if ((password !== undefined || email !== undefined) && (await lacksFactor(account))) {
      const msg = "AAL2 session is required to update email or password when MFA is enabled.";
      return authError(401, "insufficient_aal", msg);
    }
    if (password !== undefined && !(await mayChangePassword(change, account))) {
      const msg = "Password update requires reauthentication";
      return authError(400, "reauthentication_needed", msg);
    }
    if (email !== undefined && (await keepsAddress(email, account))) {
      const msg = "O endereço desta conta não pode ser alterado.";
      return authError(422, "validation_failed", msg);
    }
    if (data !== undefined && (await isMetadataTooLong(data, account))) {
      return authError(422, "validation_failed", "Os dados de uma conta têm no máximo 4 kB.");
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

  /**
   * Tells whether the caller knows the old password or has a session from a mailed link. Such a session proves that the
   * caller can read the account's mails.
   */
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

  /** Tells whether the account's metadata would exceed the limit of the database trigger bound_account_metadata. */
  async function isMetadataTooLong(data: NonNullable<Change["data"]>, { sub }: Account) {
    const [row] = await database`
      select octet_length((raw_user_meta_data || ${database.json(data)})::text) > 4096 as is_long
      from auth.users where id = ${sub}`;
    return row?.["is_long"] === true;
  }
}

/** Waits longer than the API needs for a known account, so that every answer takes the same time. */
export function waitSameTime(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

/** Counts failures by key in memory; the limit is `most` failures within `withinMilliseconds`. */
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
