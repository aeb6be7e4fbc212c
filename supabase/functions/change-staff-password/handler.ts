import * as z from "zod/mini";
import { requireCaller } from "../_shared/callers.ts";
import { staffPasswordChangeSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, forbidden } from "../_shared/http/request-failure.ts";
import {
  type JudgingParts,
  judgePassword,
  recordPasswordChange,
  refuseStaffPassword,
} from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = JudgingParts & Pick<Parts, "publicGate" | "kickDelivery" | "isLeakedPassword">;

const ownAccountSchema = z.array(z.object({ email: z.string() }));

/**
 * Changes the password of somebody of staff, who is at work, has shown the second factor if there is
 * one, and proves the old password. The session goes on; all others end.
 */
export function createHandler(parts: Needed): Handler {
  const action = "change-staff-password";
  const { auth, callDatabase } = parts;
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: staffPasswordChangeSchema,
    async answer({ currentPassword, newPassword, device }, request) {
      const { token, userId } = await requireCaller(request, auth);
      if (!z.boolean().parse(await callDatabase("is_active_staff", {}, token))) {
        const denied = { actor: userId, action: "change-password", subject_id: userId };
        await callDatabase("record_denied_call", denied);
        throw forbidden();
      }
      const [account] = ownAccountSchema.parse(await callDatabase("my_staff_account", {}, token));
      const email = account?.email ?? "";
      await refuseStaffPassword(parts, "newPassword", { password: newPassword, email });
      const attempt = { action, kind: "account", subject: userId, device } as const;
      await judgePassword(parts, { ...attempt, password: currentPassword }, request, wrongPassword);
      await auth.changeOwnPassword(token, { current: currentPassword, wanted: newPassword });
      await recordPasswordChange(parts, action, { userId, device });
      return {};
    },
  });
}

function wrongPassword(): RequestFailure {
  const fields = { currentPassword: "Senha incorreta" };
  return new RequestFailure(401, "wrong_credentials", "Senha incorreta", { fields });
}
