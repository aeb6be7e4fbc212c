import * as z from "zod/mini";
import { staffPasswordChangeSchema } from "#contracts/accounts.ts";
import { requireRight, requireCaller } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import {
  judgePassword,
  recordPasswordChange,
  refuseStaffPassword,
  wrongCurrentPassword,
} from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

const ownAccountSchema = z.array(z.object({ email: z.string() }));

/** Requires the current password and, if enrolled, the second factor. Ends all sessions except the current one. */
export function createHandler(parts: Parts): Handler {
  const action = "change-staff-password";
  const { auth, callDatabase } = parts;
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: staffPasswordChangeSchema,
    async answer({ currentPassword: current, newPassword, device }, request) {
      const caller = await requireCaller(request, auth);
      const { token, userId } = caller;
      await requireRight(parts, caller, "read", { action: "change-password", subject_id: userId });
      const [account] = ownAccountSchema.parse(await callDatabase("my_staff_account", {}, token));
      const email = account?.email ?? "";
      await refuseStaffPassword(parts, "newPassword", { password: newPassword, email });
      const attempt = { action, kind: "account", subject: userId, password: current } as const;
      await judgePassword(parts, { ...attempt, device }, request, wrongCurrentPassword);
      await auth.changePassword(token, { current, wanted: newPassword });
      await recordPasswordChange(parts, action, { userId, device });
      return {};
    },
  });
}
