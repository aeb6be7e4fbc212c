import type { Sql } from "postgres";
import { z } from "zod";
import type { Shim } from "./shim.ts";

const bodySchema = z.object({ email: z.string() });
const claimsSchema = z.object({ sub: z.uuid() });

/**
 * Changing an address that a trigger keeps: the hosted auth server answers with the status that
 * the trigger names, this one with 500.
 */
export function keptAddress(database: Sql): Shim {
  return async (request, next) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (call !== "PUT /auth/v1/user") return next(request);
    const body = bodySchema.safeParse(
      await request
        .clone()
        .json()
        .catch(() => null),
    );
    const answer = await next(request);
    if (!body.success || answer.status !== 500) return answer;
    const [row] = await database`
      select private.is_contract_account(${body.data.email})
        or private.is_contract_account(private.auth_email_of(${callerOf(request)})) as is_kept`;
    if (row?.["is_kept"] !== true) return answer;
    const msg = "O endereço desta conta não pode ser alterado.";
    return Response.json({ code: 422, error_code: "validation_failed", msg }, { status: 422 });
  };
}

/** Whose token a request carries; the API has already looked at its signature. */
function callerOf(request: Request): string | null {
  const payload = request.headers.get("authorization")?.split(".")[1] ?? "";
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString())).sub;
  } catch {
    return null;
  }
}
