import * as z from "zod/mini";
import { atLeast } from "./callers.ts";
import type { Session } from "./contracts/accounts.ts";
import { deviceHash } from "./hashes.ts";
import { RequestFailure, rateLimited } from "./http/request-failure.ts";
import type { Parts } from "./parts.ts";
import { isCommonPassword, isListedPassword } from "./passwords.ts";
import { retry } from "./workers.ts";

export type JudgingParts = Pick<
  Parts,
  "callDatabase" | "auth" | "callerAddress" | "hashAddress" | "log" | "now" | "wait"
>;

type Attempt = {
  /** The function's name, for the log. */
  action: string;
  kind: "contract" | "staff" | "account";
  /** A contract's number, an e-mail of staff, or the id of the signed-in account. */
  subject: string;
  password: string;
  device: string | undefined;
};

type Refusal = {
  isKnown: boolean;
  /** Failures of the caller's address before this one. */
  failures: number;
};

/** Longer than judging a password takes: whatever the account, the answer comes at one time. */
const sameTimeMilliseconds = 500;

const openedSchema = z.object({
  attempt_id: z.nullable(z.uuid()),
  auth_email: z.nullable(z.string()),
  failures: z.number(),
  wait_seconds: z.number(),
});

/**
 * Tries a password behind the gate and gives a session. Throws what `refuse` gives for a wrong
 * password or an unknown account, 429 for too many tries, and 503 when nothing could be judged,
 * which uses up no try.
 */
export function judgePassword(
  parts: JudgingParts,
  { action, kind, subject, password, device }: Attempt,
  request: Request,
  refuse: (refusal: Refusal) => Error,
): Promise<Session> {
  return atLeast(parts, sameTimeMilliseconds, async () => {
    const address = parts.callerAddress(request);
    const device_hash = await deviceHash(device);
    // The attempt is on record as failed before the password is tried.
    const opened = openedSchema.parse(
      await parts.callDatabase("open_sign_in", {
        kind,
        subject,
        address_hash: await parts.hashAddress(address),
        device_hash,
      }),
    );
    if (opened.wait_seconds > 0) throw rateLimited(opened.wait_seconds);

    const account = opened.auth_email;
    const session = await parts.auth
      .signIn(account ?? nobody, password, address)
      .catch(async (error: unknown) => {
        // Nobody said that the password was wrong: an outage must not use up the tries.
        await settle("withdraw_sign_in", { attempt_id: opened.attempt_id });
        throw error;
      });
    if (session === null || account === null) {
      await settle("record_failed_sign_in", { attempt_id: opened.attempt_id });
      throw refuse({ isKnown: account !== null, failures: opened.failures });
    }
    await settle("confirm_sign_in", { attempt_id: opened.attempt_id, device_hash });
    return session;
  });

  // An attempt that stays on record as failed only counts against its owner for a while.
  async function settle(how: string, parameters: Record<string, unknown>): Promise<void> {
    await parts
      .callDatabase(how, parameters)
      .catch(() => parts.log({ function: action, event: "attempt-not-settled" }));
  }
}

/** Throws 422 under `field` for a password that guessers try first, before anything is spent. */
export async function refuseCommonPassword(
  { isLeakedPassword }: Pick<Parts, "isLeakedPassword">,
  field: string,
  password: string,
): Promise<void> {
  if (!(await isListedPassword(password)) && !(await isLeakedPassword(password))) return;
  const fields = { [field]: "Escolha uma senha mais difícil de adivinhar." };
  throw new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", { fields });
}

/** The same for a password that staff choose: with the rules of a sign-up, and for whose it is. */
export async function refuseStaffPassword(
  { isLeakedPassword }: Pick<Parts, "isLeakedPassword">,
  field: string,
  { password, email }: { password: string; email: string },
): Promise<void> {
  if (!(await isCommonPassword(password, email)) && !(await isLeakedPassword(password))) return;
  const message = "Esta senha é comum ou já vazou na internet. Escolha outra.";
  throw new RequestFailure(422, "invalid_fields", message, { fields: { [field]: message } });
}

/**
 * What follows a new password: strangers' failures and known devices are forgotten, and its
 * owner is told. The password is already changed, so a lost record must not look like a failure.
 */
export async function recordPasswordChange(
  { callDatabase, log, kickDelivery }: Pick<Parts, "callDatabase" | "log" | "kickDelivery">,
  action: string,
  { userId, device }: { userId: string; device: string | undefined },
): Promise<void> {
  const parameters = { user_id: userId, device_hash: await deviceHash(device) };
  await retry(3, () => callDatabase("record_password_changed", parameters)).catch(() =>
    log({ function: action, event: "notice-not-queued" }),
  );
  kickDelivery();
}

/** Nobody's: its password is asked for where there is no account, so that the work is the same. */
export const nobody = "ninguem@contratos.payser.invalid";
