import * as z from "zod/mini";
import { CallFailure } from "../../backend/call-function.ts";

const unreachable = "Sem conexão com o servidor. Tente novamente em instantes.";
const fallback = "Verifique suas credenciais.";

/** Of the auth server, which took over the session that a function gave. */
const authErrorSchema = z.object({ status: z.optional(z.number()) });

/**
 * Why somebody of staff was not signed in, in Portuguese: what the function said, that nothing could
 * be reached, or the specification's fallback for everything unknown (section 8).
 */
export function describeAuthError(error: unknown): string {
  if (error instanceof CallFailure) return error.message || unreachable;
  const { status = 0 } = authErrorSchema.safeParse(error).data ?? {};
  return status === 0 || status >= 500 ? unreachable : fallback;
}
