import * as z from "zod/mini";
import { atLeast } from "./callers.ts";
import type { Session } from "#contracts/accounts.ts";
import { secretHash } from "./hashes.ts";
import {
  invalidField,
  invalidFields,
  rateLimited,
  wrongCredentials,
} from "./http/request-failure.ts";
import type { Parts } from "./parts.ts";
import { isCommonPassword, isListedPassword } from "./passwords.ts";
import { retry } from "./workers.ts";

type Attempt = {
  /** Name of the edge function, written to the log. */
  action: string;
  kind: "contract" | "staff" | "account";
  /** Account that signs in: a contract number, a staff member's e-mail address, or the id of a signed-in account. */
  subject: string;
  password: string;
  device: string | undefined;
};

type Refusal = {
  isKnown: boolean;
  /** Number of earlier failed attempts from the caller's network address. */
  failures: number;
};

/** Minimum time of an answer, longer than a password check, so that the time does not reveal if an account exists. */
const sameTimeMilliseconds = 500;

const openedSchema = z.object({
  attempt_id: z.nullable(z.uuid()),
  auth_email: z.nullable(z.string()),
  failures: z.number(),
  wait_seconds: z.number(),
});

/** Returns a session for a correct password. Throws the error of `refuse`, 429 above a limit, or 503 in an outage. */
export function judgePassword(
  parts: Parts,
  { action, kind, subject, password, device }: Attempt,
  request: Request,
  refuse: (refusal: Refusal) => Error,
): Promise<Session> {
  return atLeast(parts, sameTimeMilliseconds, async () => {
    const address = parts.callerAddress(request);
    const device_hash = await deviceHash(device);
    // The attempt is recorded as failed before the password is checked. A success corrects the record.
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
      .signIn(account ?? placeholderAddress, password, address)
      .catch(async (error: unknown) => {
        // Because of an outage the password was not checked, so the attempt must not count.
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

  // Records the result of an attempt. If the recording fails, the attempt stays recorded as failed, and counts against
  // the account only for a while.
  async function settle(name: string, parameters: Record<string, unknown>): Promise<void> {
    await parts
      .callDatabase(name, parameters)
      .catch(() => parts.log({ function: action, event: "attempt-not-settled" }));
  }
}

/** Refuses a common or leaked password with 422 beside `field`. Runs before a link or an attempt is used up. */
export async function refuseCommonPassword(
  { isLeakedPassword }: Pick<Parts, "isLeakedPassword">,
  field: string,
  password: string,
): Promise<void> {
  if (!(await isListedPassword(password)) && !(await isLeakedPassword(password))) return;
  throw invalidFields({ [field]: "Escolha uma senha mais difícil de adivinhar." });
}

/** Refuses a staff password with 422 beside `field` when it is common, leaked or similar to the e-mail address. */
export async function refuseStaffPassword(
  { isLeakedPassword }: Pick<Parts, "isLeakedPassword">,
  field: string,
  { password, email }: { password: string; email: string },
): Promise<void> {
  if (!(await isCommonPassword(password, email)) && !(await isLeakedPassword(password))) return;
  throw invalidField(field, "Esta senha é comum ou já vazou na internet. Escolha outra.");
}

export const wrongCurrentPassword = () => wrongCredentials("Senha incorreta", "currentPassword");

type NewPassword = {
  tokenHash: string;
  userId: string;
  password: string;
  device: string | undefined;
};

/**
 * Sets the password of a person whose link was just used up. If the auth server fails, the link becomes valid again.
 */
export async function setPasswordByLink(
  parts: Parts,
  action: string,
  { tokenHash, userId, password, device }: NewPassword,
): Promise<void> {
  const secret_hash = await secretHash(tokenHash);
  await parts.auth.setPassword(userId, password).catch(async (error: unknown) => {
    await parts
      .callDatabase("return_password_link", { secret_hash })
      .catch(() => parts.log({ function: action, event: "link-not-returned" }));
    throw error;
  });
  await recordPasswordChange(parts, action, { userId, device });
}

/** Deletes an account's failed attempts and known devices, and mails the owner. Errors are only logged. */
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

/** Returns the hash of a device's token, or null without a token. */
async function deviceHash(token: string | undefined): Promise<string | null> {
  return token === undefined ? null : secretHash(token);
}

/**
 * E-mail address without an account. Sign-ins to unknown accounts try this address, so that they take as long as other
 * sign-ins.
 */
export const placeholderAddress = "ninguem@contratos.payser.invalid";
