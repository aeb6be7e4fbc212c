import { passwordChangeSchema } from "#contracts/accounts.ts";
import { requireCaller } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import {
  judgePassword,
  recordPasswordChange,
  refuseCommonPassword,
  wrongCurrentPassword,
} from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/** Requires the current password, because a stranger may use the session. Ends all sessions and returns a new one. */
export function createHandler(parts: Parts): Handler {
  const action = "change-contract-password";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: passwordChangeSchema,
    async answer({ currentPassword: current, newPassword, device }, request) {
      const { userId } = await requireCaller(request, parts.auth);
      await refuseCommonPassword(parts, "newPassword", newPassword);
      const attempt = { action, kind: "account", subject: userId, password: current } as const;
      const session = await judgePassword(
        parts,
        { ...attempt, device },
        request,
        wrongCurrentPassword,
      );
      await parts.auth.changePassword(session.access_token, { current, wanted: newPassword });
      await recordPasswordChange(parts, action, { userId, device });
      return session;
    },
  });
}
