import { passwordChangeSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import {
  type JudgingParts,
  judgePassword,
  recordPasswordChange,
  refuseCommonPassword,
} from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";
import { requireAccount } from "../_shared/callers.ts";

type Needed = JudgingParts & Pick<Parts, "publicGate" | "kickDelivery" | "isLeakedPassword">;

/**
 * Changes the password of the signed-in tenant, who proves the old one: a session alone, which
 * somebody may have found open, changes nothing. Ends every session and hands back a new one.
 */
export function createHandler(parts: Needed): Handler {
  const action = "change-contract-password";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: passwordChangeSchema,
    async answer({ currentPassword, newPassword, device }, request) {
      const userId = await requireAccount(request, parts.auth);
      await refuseCommonPassword(parts, "newPassword", newPassword);
      const attempt = { action, kind: "account", subject: userId, device } as const;
      const session = await judgePassword(
        parts,
        { ...attempt, password: currentPassword },
        request,
        wrongPassword,
      );
      await parts.auth.changePassword(session, { current: currentPassword, wanted: newPassword });
      await recordPasswordChange(parts, action, { userId, device });
      return session;
    },
  });
}

function wrongPassword(): RequestFailure {
  const fields = { currentPassword: "Senha incorreta" };
  return new RequestFailure(401, "wrong_credentials", "Senha incorreta", { fields });
}
