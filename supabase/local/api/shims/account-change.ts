import type { Sql } from "postgres";
import { z } from "zod";
import { readClaims } from "./access-token.ts";
import type { Shim } from "./shim.ts";

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
      return refusal(401, "insufficient_aal", msg);
    }
    if (password !== undefined && !(await mayChangePassword(change, account))) {
      const msg = "Password update requires reauthentication";
      return refusal(400, "reauthentication_needed", msg);
    }
    if (email !== undefined && (await keepsAddress(email, account))) {
      const msg = "O endereço desta conta não pode ser alterado.";
      return refusal(422, "validation_failed", msg);
    }
    if (data !== undefined && (await saysTooMuch(data, account))) {
      return refusal(422, "validation_failed", "Os dados de uma conta têm no máximo 4 kB.");
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

function refusal(status: number, code: string, msg: string): Response {
  return Response.json(
    { code: status, error_code: code, msg },
    { status, headers: { "x-sb-error-code": code } },
  );
}
