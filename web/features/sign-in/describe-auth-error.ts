import * as z from "zod/mini";
import { CallFailure } from "../../backend/call-failure.ts";

const unreachable = "Sem conexão com o servidor. Tente novamente em instantes.";
const fallback = "Verifique suas credenciais.";

/** What the auth server's codes mean for the person; it answers in English only. */
const messages: Record<string, string> = {
  invalid_credentials: fallback,
  email_not_confirmed: "Confirme seu e-mail pelo link que enviamos e entre de novo.",
  user_banned: "Esta conta está bloqueada.",
  user_already_exists: "Este e-mail já está cadastrado.",
  email_exists: "Este e-mail já está cadastrado.",
  weak_password: "Escolha uma senha mais difícil de adivinhar.",
  signup_disabled: "Novos cadastros estão desativados.",
  email_address_invalid: "Email inválido",
  over_request_rate_limit: "Muitas tentativas. Tente novamente em alguns minutos.",
  over_email_send_rate_limit: "Muitas tentativas. Tente novamente em alguns minutos.",
};

const authErrorSchema = z.object({
  code: z.optional(z.string()),
  status: z.optional(z.number()),
});

/**
 * The Portuguese description of what a function or the auth server said, or that it could not be reached; the
 * specification's fallback for everything unknown (section 8).
 */
export function describeAuthError(error: unknown): string {
  if (error instanceof CallFailure) return error.message || unreachable;
  const known = authErrorSchema.safeParse(error);
  if (!known.success) return unreachable;
  const { code = "", status = 0 } = known.data;
  if (status === 0 || status >= 500) return unreachable;
  if (status === 429) return "Muitas tentativas. Tente novamente em alguns minutos.";
  return messages[code] ?? fallback;
}
