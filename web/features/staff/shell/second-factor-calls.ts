import * as z from "zod/mini";
import { askAsStaff } from "../../../backend/staff/ask-as-staff.ts";
import { DataFailure } from "../../../backend/data-failure.ts";
import type { Backend } from "../../../backend/backend-context.tsx";
import type { Client } from "../../../backend/connect-supabase.ts";
import { staffClient } from "../../../backend/staff/staff-session.ts";

export interface Enrolment {
  factorId: string;
  /** Image of the QR code, as a data URL. */
  qrCode: string;
  secret: string;
}

async function connect(backend: Backend | null): Promise<Client> {
  if (!backend) throw new DataFailure("unavailable");
  return staffClient(backend);
}

/** Starts the enrolment of an authenticator app and removes earlier unfinished enrolments. @throws AuthError */
export async function beginEnrolment(backend: Backend | null): Promise<Enrolment> {
  const { mfa } = (await connect(backend)).auth;
  const listed = await mfa.listFactors();
  if (listed.error) throw listed.error;
  for (const { id, status } of listed.data.all) {
    if (status === "unverified") await mfa.unenroll({ factorId: id });
  }
  const { data, error } = await mfa.enroll({
    factorType: "totp",
    friendlyName: "Aplicativo de autenticação",
    issuer: "Payser",
  });
  if (error) throw error;
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Verifies a code for a second factor, by default for the enrolled factor. @throws AuthError */
export async function showCode(
  backend: Backend | null,
  code: string,
  factorId?: string,
): Promise<void> {
  const { mfa } = (await connect(backend)).auth;
  const { error } = await mfa.challengeAndVerify({
    factorId: factorId ?? (await enrolledFactor(mfa)),
    code,
  });
  if (error) throw error;
}

/** Removes the enrolled second factor. This session must have verified the factor before. @throws AuthError */
export async function removeFactor(backend: Backend | null): Promise<void> {
  const { mfa, refreshSession } = await authOf(backend);
  const { error } = await mfa.unenroll({ factorId: await enrolledFactor(mfa) });
  if (error) throw error;
  await refreshSession();
}

/** Creates ten recovery codes, which cannot be shown a second time. @throws DataFailure */
export async function createRecoveryCodes(backend: Backend | null): Promise<string[]> {
  return codesSchema.parse(
    await askAsStaff(backend, (client) => client.rpc("create_recovery_codes")),
  );
}

const codesSchema = z.array(z.string());
const redeemedSchema = z.object({ redeemed: z.boolean() });

/**
 * Redeems a recovery code, which removes the second factor. @throws DataFailure; for a wrong code, its message says so
 */
export async function redeemRecoveryCode(backend: Backend | null, code: string): Promise<void> {
  const reply = await askAsStaff(backend, (client) => client.rpc("redeem_recovery_code", { code }));
  if (!redeemedSchema.parse(reply).redeemed) {
    throw new DataFailure("refused", "Código de recuperação incorreto ou já usado.");
  }
  const { refreshSession } = await authOf(backend);
  await refreshSession();
}

async function authOf(backend: Backend | null) {
  const { auth } = await connect(backend);
  return { mfa: auth.mfa, refreshSession: () => auth.refreshSession() };
}

async function enrolledFactor(mfa: Client["auth"]["mfa"]): Promise<string> {
  const { data, error } = await mfa.listFactors();
  if (error) throw error;
  const [factor] = data.totp;
  if (!factor) throw new DataFailure("refused", "A verificação em duas etapas já foi desativada.");
  return factor.id;
}

const unknownFailure = "Não foi possível verificar o código. Tente novamente em instantes.";

/** Portuguese messages for the error codes of the auth server, whose own messages are in English. */
const messages: Record<string, string> = {
  mfa_verification_failed: "Código incorreto ou já usado. Digite o que o aplicativo mostra agora.",
  mfa_challenge_expired: "O código demorou demais. Digite o que o aplicativo mostra agora.",
  mfa_factor_not_found: "Este aplicativo não está mais ligado à sua conta. Recarregue a página.",
  insufficient_aal: "Entre de novo com o código do aplicativo para fazer esta mudança.",
  over_request_rate_limit: "Muitas tentativas. Tente novamente em alguns minutos.",
};

const authErrorSchema = z.object({ code: z.optional(z.string()) });

export function describeFactorFailure(error: unknown): string {
  if (error instanceof DataFailure && error.message) return error.message;
  const { code = "" } = authErrorSchema.safeParse(error).data ?? {};
  return messages[code] ?? unknownFailure;
}
