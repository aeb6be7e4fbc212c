import { deviceHash } from "./device-hash.ts";
import type { Parts } from "./parts.ts";
import { retry } from "./retry.ts";

/**
 * What follows a new password: strangers' failures and known devices are forgotten, and the
 * tenant is told. The password is already changed, so a lost record must not look like a failure.
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
