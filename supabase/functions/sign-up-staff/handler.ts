import * as z from "zod/mini";
import { atLeast } from "../_shared/callers.ts";
import { nobody, refuseStaffPassword } from "../_shared/judge-password.ts";
import { staffSignUpSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  | "publicGate"
  | "callDatabase"
  | "staffAuth"
  | "isLeakedPassword"
  | "kickDelivery"
  | "callerAddress"
  | "hashAddress"
  | "now"
  | "wait"
>;

/** Longer than making an account takes: a known address must not be answered faster. */
const sameTimeMilliseconds = 1_200;

const openedSchema = z.object({
  step: z.enum(["create", "replace", "nothing"]),
  user_id: z.nullable(z.uuid()),
});

/**
 * Takes a sign-up of staff. Whatever the address is, new, known or of a domain that is not
 * allowed, the answer is the same after the same time; what there is to say goes to the mailbox.
 */
export function createHandler(parts: Needed): Handler {
  const { callDatabase, staffAuth } = parts;

  async function signUp(email: string, password: string, call: Request) {
    // Before anything about the address is known, so that the refusal tells nothing about it.
    await refuseStaffPassword(parts, "password", { password, email });
    const { step, user_id: userId } = openedSchema.parse(
      await callDatabase("open_staff_sign_up", {
        email,
        address_hash: await parts.hashAddress(parts.callerAddress(call)),
      }),
    );
    if (step === "create") await staffAuth.createAccount(email, password);
    // Nobody has proven this address yet, so whoever asked last may prove it.
    if (step === "replace" && userId !== null) await staffAuth.replacePassword(userId, password);
    // As much work as an account costs: a busy server must not be faster with what it knows.
    if (step === "nothing") await staffAuth.hasPassword(nobody, password, null);
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
