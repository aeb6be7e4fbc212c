import { passwordResetSchema } from "../_shared/contracts/password-reset.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { recordPasswordChange } from "../_shared/record-password-change.ts";
import { refuseCommonPassword } from "../_shared/refuse-common-password.ts";

type Needed = Pick<
  Parts,
  | "publicGate"
  | "callDatabase"
  | "auth"
  | "isLeakedPassword"
  | "kickDelivery"
  | "callerAddress"
  | "log"
>;

/** Spends a recovery link: new password, every session ended, notice to the tenant. */
export function createHandler(parts: Needed): Handler {
  const name = "reset-contract-password";
  return createEndpoint(parts.publicGate, {
    name,
    schema: passwordResetSchema,
    async answer({ tokenHash, password, device }, call) {
      await refuseCommonPassword(parts, "password", password);
      const caller = parts.callerAddress(call);
      const userId = await parts.auth.resetPassword(tokenHash, password, caller);
      if (userId === null) {
        throw new RequestFailure(
          410,
          "link_expired",
          "Link inválido ou expirado. Solicite um novo.",
        );
      }
      await recordPasswordChange(parts, name, { userId, device });
      return {};
    },
  });
}
