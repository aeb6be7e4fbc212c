import type { Sql } from "postgres";
import { z } from "zod";
import { readClaims } from "./access-token.ts";
import type { Shim } from "./shim.ts";

const changeSchema = z.object({ password: z.string(), current_password: z.string().optional() });

/**
 * A session alone changes no password, as a hosted project refuses it that requires the current
 * one: whoever comes from a mailed link has proven the mailbox, everybody else proves the old one.
 */
export function passwordChange(database: Sql): Shim {
  return async (request, next) => {
    const isChange = request.method === "PUT" && new URL(request.url).pathname === "/auth/v1/user";
    if (!isChange) return next(request);
    const read: unknown = await request
      .clone()
      .json()
      .catch(() => null);
    const change = changeSchema.safeParse(read);
    const claims = readClaims(request.headers.get("authorization")?.slice("Bearer ".length) ?? "");
    // What the token is worth the API says itself.
    if (!change.success || !claims) return next(request);
    const [proof] = await database`
      select from (
        select regexp_replace(encrypted_password, '^[$]2[by]', '$2a') as hash
        from auth.users where id = ${claims.sub}
      ) as held
      where hash = extensions.crypt(${change.data.current_password ?? null}, hash)
      union all
      select from auth.mfa_amr_claims
      where session_id = ${claims.session_id} and authentication_method in ('otp', 'recovery')`;
    return proof ? next(request) : refusal();
  };
}

function refusal(): Response {
  const code = "reauthentication_needed";
  return Response.json(
    { code: 400, error_code: code, msg: "Password update requires reauthentication" },
    { status: 400, headers: { "x-sb-error-code": code } },
  );
}
