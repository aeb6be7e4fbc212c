import * as z from "zod/mini";
import type { Parts } from "./parts.ts";
import { RequestFailure, forbidden } from "./http/request-failure.ts";
import { requireCaller } from "./require-access-token.ts";

type Call = {
  /** The function's name, for the record of refused calls. */
  action: string;
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
