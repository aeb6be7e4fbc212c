import { passwordResetSchema } from "../_shared/contracts/password-reset.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { retry } from "../_shared/retry.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "kickDelivery" | "callerAddress" | "log"
>;

/** Spends a recovery link: new password, every session ended, notice to the tenant. */
export function createHandler(parts: Needed): Handler {
  const name = "reset-contract-password";
  return createEndpoint(parts.publicGate, {
    name,
    schema: passwordResetSchema,
    async answer({ tokenHash, password }, call) {
      const caller = parts.callerAddress(call);
      const userId = await parts.auth.resetPassword(tokenHash, password, caller);
      if (userId === null) {
        throw new RequestFailure(
          410,
          "link_expired",
          "Link inválido ou expirado. Solicite um novo.",
        );
      }
      // The password is already changed, so a lost notice must not look like a failure.
      await retry(3, () =>
        parts.callDatabase("record_password_changed", { user_id: userId }),
      ).catch(() => parts.log({ function: name, event: "notice-not-queued" }));
      parts.kickDelivery();
      return {};
    },
  });
}
