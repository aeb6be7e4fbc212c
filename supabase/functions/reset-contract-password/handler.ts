import * as z from "zod/mini";
import { passwordResetReplySchema, passwordResetSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import {
  type JudgingParts,
  judgePassword,
  recordPasswordChange,
  refuseCommonPassword,
} from "../_shared/judge-password.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = JudgingParts & Pick<Parts, "publicGate" | "isLeakedPassword" | "kickDelivery">;

/**
 * Spends a mailed link: new password, every session ended, notice to the tenant, who is signed in by
 * the same gate as everybody. The password is set by then: whoever the gate refuses signs in later.
 */
export function createHandler(parts: Needed): Handler {
  const name = "reset-contract-password";
  return createEndpoint(parts.publicGate, {
    name,
    schema: passwordResetSchema,
    async answer({ tokenHash, password, device }, call) {
      await refuseCommonPassword(parts, "password", password);
      const secret_hash = await secretHash(tokenHash);
      const userId = z.nullable(z.uuid()).parse(
        await parts.callDatabase("spend_password_link", {
          secret_hash,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        }),
      );
      if (userId === null) {
        throw new RequestFailure(
          410,
          "link_expired",
          "Link inválido ou expirado. Solicite um novo.",
        );
      }
      // Spent first, so that of many at once one sets the password; good again if the server refused it.
      await parts.auth.setPassword(userId, password).catch(async (error: unknown) => {
        await parts
          .callDatabase("return_password_link", { secret_hash })
          .catch(() => parts.log({ function: name, event: "link-not-returned" }));
        throw error;
      });
      await recordPasswordChange(parts, name, { userId, device });
      const attempt = { action: name, kind: "account", subject: userId, password, device } as const;
      const session = await judgePassword(
        parts,
        attempt,
        call,
        () => new RequestFailure(401, "wrong_credentials", "Senha incorreta"),
      ).catch(() => {
        parts.log({ function: name, event: "not-signed-in" }, "warn");
        return null;
      });
      return passwordResetReplySchema.parse({ session });
    },
  });
}
