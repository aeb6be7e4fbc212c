import { createHmac, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { type Shim, replaceJson } from "./shim.ts";

const claimsSchema = z.looseObject({ sub: z.uuid(), session_id: z.uuid() });
export type Claims = z.infer<typeof claimsSchema>;

/** Returns the JWT claims of a token whose signature is known to be right; null when the token has no session. */
export function readClaims(token: string): Claims | null {
  const [, payload = ""] = token.split(".");
  try {
    const text = Buffer.from(payload, "base64url").toString();
    return claimsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Creates a JWT with these claims. The JWT is signed like the API's own tokens. */
function signClaims(claims: Claims, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const sessionSchema = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({ id: z.string() }),
});
const userSchema = z.looseObject({ id: z.string() });

type Options = { database: Sql; jwtSecret: string };

/** Adds the assurance level (`aal`, `amr`) to tokens and the enrolled factors to users. */
export function assuranceLevel({ database, jwtSecret }: Options): Shim {
  return async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace("/auth/v1", "");
    const response = await next(request);
    if (!response.ok || !pathname.startsWith("/auth/v1/")) return response;
    if (path === "/user") {
      const user = userSchema.parse(await response.json());
      return replaceJson(response, await withFactors(user));
    }
    if (request.method !== "POST" || !["/token", "/verify"].includes(path)) return response;
    const session = sessionSchema.safeParse(await response.clone().json());
    const claims = session.success && readClaims(session.data.access_token);
    if (!session.success || !claims) return response;
    if (searchParams.get("grant_type") !== "refresh_token") {
      await recordMethod(claims.session_id, path === "/token" ? "password" : "otp");
    }
    const assurance = await assuranceOf(claims.session_id);
    return replaceJson(response, {
      ...session.data,
      access_token: signClaims({ ...claims, ...assurance }, jwtSecret),
      user: await withFactors(session.data.user),
    });
  };

  async function recordMethod(sessionId: string, method: string) {
    await database`
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      values (${randomUUID()}, ${sessionId}, ${method}, now(), now())
      on conflict (session_id, authentication_method) do update set updated_at = now()`;
  }

  async function assuranceOf(sessionId: string) {
    const [session] = await database`
      select coalesce(aal, 'aal1') as aal from auth.sessions where id = ${sessionId}`;
    const methods = await database`
      select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
      from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
    return { aal: session?.["aal"] ?? "aal1", amr: [...methods] };
  }

  async function withFactors(user: z.infer<typeof userSchema>) {
    const factors = await database`
      select id, friendly_name, factor_type, status, created_at, updated_at
      from auth.mfa_factors where user_id = ${user.id} order by created_at`;
    return factors.length > 0 ? { ...user, factors: [...factors] } : user;
  }
}
