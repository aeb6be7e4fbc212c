import * as z from "zod/mini";
import type { Auth } from "./auth.ts";
import type { AuditTrailAction } from "./contracts/stored-values.ts";
import { RequestFailure, forbidden, unauthorized } from "./http/request-failure.ts";
import type { Parts } from "./parts.ts";

/**
 * The access token of the signed-in caller, asked of the auth server, so that one who signed
 * out is refused at once. Throws 401 for a missing, forged, expired or revoked token.
 */
export async function requireAccessToken(
  request: Request,
  auth: Pick<Auth, "findUser">,
): Promise<string> {
  return (await requireCaller(request, auth)).token;
}

/** The id of the signed-in caller, with the same care. */
export async function requireAccount(
  request: Request,
  auth: Pick<Auth, "findUser">,
): Promise<string> {
  return (await requireCaller(request, auth)).userId;
}

/** Both, with the same care. */
export async function requireCaller(
  request: Request,
  auth: Pick<Auth, "findUser">,
): Promise<{ token: string; userId: string }> {
  const token = /^Bearer (?<token>[\w.~+/=-]+)$/i.exec(request.headers.get("authorization") ?? "")
    ?.groups?.["token"];
  const userId = token === undefined ? null : await auth.findUser(token);
  if (token === undefined || userId === null) throw unauthorized();
  return { token, userId };
}

type Call = {
  /** For the record of refused calls. */
  action: AuditTrailAction;
  /** What it was about. */
  subjectId: string;
};

/**
 * The id of the caller, who is active staff in a live session. For what the database does with the
 * secret key, because staff may not say themselves what a function works out. Throws 401 or 403.
 */
export async function requireStaff(
  { auth, callDatabase }: Pick<Parts, "auth" | "callDatabase">,
  request: Request,
  { action, subjectId }: Call,
): Promise<string> {
  const refused = (actor: string | null) =>
    callDatabase("record_denied_call", { actor, action, subject_id: subjectId });
  const { token, userId } = await requireCaller(request, auth).catch(async (error: unknown) => {
    if (error instanceof RequestFailure && error.status === 401) await refused(null);
    throw error;
  });
  if (z.boolean().parse(await callDatabase("is_active_staff", {}, token))) return userId;
  await refused(userId);
  throw forbidden();
}

/**
 * Runs `work` and settles no sooner than `milliseconds` after the start, so that the time of
 * an answer does not tell which way it went.
 */
export async function atLeast<Result>(
  { now, wait }: Pick<Parts, "now" | "wait">,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const started = now();
  try {
    return await work();
  } finally {
    await wait(Math.max(0, started + milliseconds - now()));
  }
}
