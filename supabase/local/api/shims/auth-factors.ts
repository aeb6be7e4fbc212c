import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Sql } from "postgres";
import { renderSVG } from "uqr";
import { z } from "zod";
import { readClaims } from "./assurance-level.ts";
import { createAttemptLimit } from "./auth-passwords.ts";
import { authError, type Next, type Shim } from "./shim.ts";

const challengeSeconds = 300;
/** Number of 30-second steps by which a user's clock may be ahead or behind. */
const clockSkew = 1;
const maximumFactors = 10;
const wrongCodes = { most: 5, withinMilliseconds: 5 * 60_000 };

const enrolmentSchema = z.object({
  factor_type: z.literal("totp"),
  friendly_name: z.string().max(100).optional(),
  issuer: z.string().max(100).optional(),
});
const verificationSchema = z.object({ challenge_id: z.uuid(), code: z.string().min(1).max(20) });
const factorSchema = z.object({
  id: z.string(),
  status: z.enum(["unverified", "verified"]),
  secret: z.string(),
});
type Factor = z.infer<typeof factorSchema>;
type Caller = { userId: string; email: string; sessionId: string; isSure: boolean };

/** Implements /auth/v1/factors with the answers, rules and error codes of supabase/auth (internal/api/mfa.go). */
export function secondFactor(database: Sql, siteUrl: string): Shim {
  const attempts = createAttemptLimit(wrongCodes.most, wrongCodes.withinMilliseconds);
  /** 30-second step of the latest accepted code, by factor id. A code is accepted only once. */
  const lastStep = new Map<string, number>();

  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const [, rest] = /^\/auth\/v1\/factors(\/.*)?$/.exec(pathname) ?? [];
    if (!/^\/auth\/v1\/factors(\/|$)/.test(pathname) || request.method === "OPTIONS") {
      return next(request);
    }
    const caller = await findCaller(request, next);
    if (caller instanceof Response) return caller;
    const [, id, action = ""] =
      /^\/([0-9a-f-]{36})(?:\/(challenge|verify))?$/.exec(rest ?? "") ?? [];
    if (id === undefined) {
      return rest === undefined && request.method === "POST"
        ? enroll(caller, await readBody(request))
        : authError(501, "not_implemented", "The local auth server does not know this call");
    }
    const factor = await findFactor(caller, id);
    if (!factor) return authError(404, "mfa_factor_not_found", "Factor not found");
    switch (`${request.method} ${action}`) {
      case "POST challenge":
        return challenge(factor);
      case "POST verify":
        return verify(caller, factor, await readBody(request), request, next);
      case "DELETE ":
        return unenroll(caller, factor);
      default:
        return authError(405, "validation_failed", "Method not allowed");
    }
  };

  async function enroll(caller: Caller, body: unknown) {
    const wanted = enrolmentSchema.safeParse(body);
    if (!wanted.success) return authError(400, "validation_failed", z.prettifyError(wanted.error));
    const { friendly_name = "", issuer = new URL(siteUrl).host } = wanted.data;
    const factors = await database`
      select friendly_name, status from auth.mfa_factors where user_id = ${caller.userId}`;
    if (friendly_name && factors.some((factor) => factor["friendly_name"] === friendly_name)) {
      return authError(422, "mfa_factor_name_conflict", "A factor with this friendly name exists");
    }
    if (factors.length >= maximumFactors) {
      return authError(422, "too_many_enrolled_mfa_factors", "Maximum number of factors reached");
    }
    if (factors.some(({ status }) => status === "verified") && !caller.isSure) {
      return authError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
    }
    const id = randomUUID();
    const secret = new Secret({ size: 20 });
    const uri = new TOTP({ issuer, label: caller.email, secret }).toString();
    await database`
      insert into auth.mfa_factors (
        id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at
      ) values (
        ${id}, ${caller.userId}, ${friendly_name}, 'totp', 'unverified', ${secret.base32}, now(), now()
      )`;
    const totp = { qr_code: renderSVG(uri, { border: 2 }), secret: secret.base32, uri };
    return Response.json({ id, type: "totp", friendly_name, totp });
  }

  async function challenge({ id }: Factor) {
    const challengeId = randomUUID();
    await database`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${challengeId}, ${id}, now(), '127.0.0.1')`;
    await database`
      update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${id}`;
    const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds;
    return Response.json({ id: challengeId, type: "totp", expires_at });
  }

  async function verify(
    caller: Caller,
    factor: Factor,
    body: unknown,
    request: Request,
    next: Next,
  ) {
    const given = verificationSchema.safeParse(body);
    if (!given.success) return authError(400, "validation_failed", "Code needs to be non-empty");
    if (attempts.isOver(factor.id)) {
      return authError(429, "over_request_rate_limit", "Request rate limit reached");
    }
    const [open] = await database`
      select created_at < now() - make_interval(secs => ${challengeSeconds}) as expired
      from auth.mfa_challenges
      where id = ${given.data.challenge_id} and factor_id = ${factor.id} and verified_at is null`;
    if (!open) return authError(422, "mfa_factor_not_found", "No such challenge of this factor");
    if (open["expired"])
      return authError(422, "mfa_challenge_expired", "MFA challenge has expired");
    if (!takeCode(factor, given.data.code)) {
      attempts.count(factor.id);
      return authError(422, "mfa_verification_failed", "Invalid TOTP code entered");
    }
    attempts.forget(factor.id);
    const refreshToken = await raise(caller, factor.id, given.data.challenge_id);
    // The API creates the new tokens. The shim assuranceLevel then adds the assurance level.
    const url = new URL("/auth/v1/token?grant_type=refresh_token", request.url);
    const headers = new Headers(request.headers);
    headers.delete("content-length");
    return next(
      new Request(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ refresh_token: refreshToken }),
      }),
    );
  }

  /** Accepts a right code once and marks the code as used. Returns false for a wrong or used code. */
  function takeCode({ id, secret }: Factor, code: string): boolean {
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const delta = totp.validate({ token: code, window: clockSkew });
    if (delta === null) return false;
    const step = totp.counter() + delta;
    if (step <= (lastStep.get(id) ?? -1)) return false;
    lastStep.set(id, step);
    return true;
  }

  /** Raises a session to aal2, ends the account's sessions below aal2, and returns the session's refresh token. */
  async function raise({ userId, sessionId }: Caller, factorId: string, challengeId: string) {
    return database.begin(async (sql) => {
      await sql`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`;
      await sql`
        update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factorId}`;
      await sql`
        delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`;
      await sql`
        update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now()
        where id = ${sessionId}`;
      await sql`
        delete from auth.sessions
        where user_id = ${userId} and coalesce(aal, 'aal1') < 'aal2'`;
      await sql`
        insert into auth.mfa_amr_claims
          (id, session_id, authentication_method, created_at, updated_at)
        values (${randomUUID()}, ${sessionId}, 'totp', now(), now())
        on conflict (session_id, authentication_method) do update set updated_at = now()`;
      const [row] = await sql`
        select token from auth.refresh_tokens
        where session_id = ${sessionId} and not revoked order by created_at desc limit 1`;
      return String(row?.["token"]);
    });
  }

  async function unenroll(caller: Caller, { id, status }: Factor) {
    if (status === "verified" && !caller.isSure) {
      return authError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await database.begin(async (sql) => {
      await sql`delete from auth.mfa_factors where id = ${id}`;
      await sql`
        update auth.sessions set aal = 'aal1', factor_id = null
        where user_id = ${caller.userId} and factor_id = ${id}`;
    });
    return Response.json({ id });
  }

  async function findFactor({ userId }: Caller, id: string): Promise<Factor | undefined> {
    const [row] = await database`
      select id, status, secret from auth.mfa_factors where id = ${id} and user_id = ${userId}`;
    return row && factorSchema.parse(row);
  }

  /** Returns the user and session of the HTTP request's token, or the API's refusal of the token. */
  async function findCaller(request: Request, next: Next): Promise<Caller | Response> {
    const authorization = request.headers.get("authorization") ?? "";
    const answer = await next(
      new Request(new URL("/auth/v1/user", request.url), {
        headers: { authorization, apikey: request.headers.get("apikey") ?? "" },
      }),
    );
    const claims = readClaims(authorization.replace(/^Bearer /i, ""));
    if (!answer.ok) return answer;
    if (!claims) return authError(403, "session_not_found", "A session is required");
    const { email } = z.object({ email: z.string() }).parse(await answer.json());
    const [session] = await database`
      select aal from auth.sessions where id = ${claims.session_id}`;
    const isSure = session?.["aal"] === "aal2";
    return { userId: claims.sub, email, sessionId: claims.session_id, isSure };
  }
}

async function readBody(request: Request): Promise<unknown> {
  return request.json().catch(() => null);
}
