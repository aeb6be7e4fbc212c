import * as z from "zod/mini";
import { atLeast } from "../_shared/callers.ts";
import { placeholderAddress, refuseStaffPassword } from "../_shared/judge-password.ts";
import { staffSignUpSchema } from "#contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Minimum time of an answer. Creating an account takes less, so the time does not reveal known addresses. */
const sameTimeMilliseconds = 1_200;

const openedSchema = z.object({
  step: z.enum(["create", "replace", "nothing"]),
  user_id: z.nullable(z.uuid()),
});

/** Signs staff up. Every address gets the same answer after the same time. Only the mail to a known address differs. */
export function createHandler(parts: Parts): Handler {
  const { callDatabase, auth } = parts;

  async function signUp(email: string, password: string, call: Request) {
    // The password is checked before the address is looked up, so that a refusal reveals nothing about the address.
    await refuseStaffPassword(parts, "password", { password, email });
    const { step, user_id: userId } = openedSchema.parse(
      await callDatabase("open_staff_sign_up", {
        email,
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
      }),
    );
    if (step === "create") await auth.createAccount(email, password);
    // The address is not confirmed yet, so the password of the latest sign-up replaces the earlier one.
    if (step === "replace" && userId !== null) await auth.replacePassword(userId, password);
    // A placeholder's password is checked, because this check takes as long as creating an account. Otherwise a busy
    // server would answer faster for a known address.
    if (step === "nothing") await auth.hasPassword(placeholderAddress, password, null);
    else await callDatabase("queue_staff_confirmation", { email });
    parts.kickDelivery();
    return {};
  }

  return createEndpoint(parts.publicGate, {
    name: "sign-up-staff",
    schema: staffSignUpSchema,
    answer: ({ email, password }, call) =>
      atLeast(parts, sameTimeMilliseconds, () => signUp(email, password, call)),
  });
}
