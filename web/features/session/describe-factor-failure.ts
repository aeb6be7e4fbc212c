import * as z from "zod/mini";
import { DataFailure } from "../../backend/ask-as-staff.ts";

const unknownFailure = "Não foi possível verificar o código. Tente novamente em instantes.";

/** What the auth server's codes mean for the person; it answers in English only. */
const messages: Record<string, string> = {
  mfa_verification_failed: "Código incorreto ou já usado. Digite o que o aplicativo mostra agora.",
  mfa_challenge_expired: "O código demorou demais. Digite o que o aplicativo mostra agora.",
  mfa_factor_not_found: "Este aplicativo não está mais ligado à sua conta. Recarregue a página.",
  insufficient_aal: "Entre de novo com o código do aplicativo para fazer esta mudança.",
  over_request_rate_limit: "Muitas tentativas. Tente novamente em alguns minutos.",
};

const authErrorSchema = z.object({ code: z.optional(z.string()) });

/** Why a second factor was not enrolled, shown or removed, in Portuguese. */
export function describeFactorFailure(error: unknown): string {
  if (error instanceof DataFailure && error.message) return error.message;
  const { code = "" } = authErrorSchema.safeParse(error).data ?? {};
  return messages[code] ?? unknownFailure;
}
