import * as z from "zod/mini";
import { passwordResetReplySchema, passwordResetSchema } from "#contracts/accounts.ts";
import { callByLink } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkExpired, wrongCredentials } from "../_shared/http/request-failure.ts";
import {
  judgePassword,
  refuseCommonPassword,
  setPasswordByLink,
} from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/**
 * Sets a tenant's password by link, ends every session and signs the tenant in. Keeps the new password if the sign-in
 * fails.
 */
export function createHandler(parts: Parts): Handler {
  const action = "reset-contract-password";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: passwordResetSchema,
    async answer({ tokenHash, password, device }, call) {
      await refuseCommonPassword(parts, "password", password);
      const userId = z
        .nullable(z.uuid())
        .parse(await callByLink(parts, call, "spend_password_link", { secret: tokenHash }));
      if (userId === null) throw linkExpired();
      await setPasswordByLink(parts, action, { tokenHash, userId, password, device });
      const attempt = { action, kind: "account", subject: userId, password, device } as const;
      const session = await judgePassword(parts, attempt, call, () =>
        wrongCredentials("Senha incorreta"),
      ).catch(() => {
        parts.log({ function: action, event: "not-signed-in" }, "warn");
        return null;
      });
      return passwordResetReplySchema.parse({ session });
    },
  });
}
