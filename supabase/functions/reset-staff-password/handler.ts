import * as z from "zod/mini";
import { staffPasswordResetSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { recordPasswordChange, refuseStaffPassword } from "../_shared/judge-password.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  | "publicGate"
  | "callDatabase"
  | "auth"
  | "isLeakedPassword"
  | "kickDelivery"
  | "callerAddress"
  | "hashAddress"
  | "log"
>;

/**
 * Spends the mailed link of somebody of staff: new password, every session ended, a mail that says so. The
 * second factor stays, and is asked for at the next sign-in.
 */
export function createHandler(parts: Needed): Handler {
  const name = "reset-staff-password";
  return createEndpoint(parts.publicGate, {
    name,
    schema: staffPasswordResetSchema,
    async answer({ tokenHash, password, device }, call) {
      const secret_hash = await secretHash(tokenHash);
      const email = z.nullable(z.string()).parse(
        await parts.callDatabase("open_staff_reset", {
          secret_hash,
          address_hash: await parts.hashAddress(parts.callerAddress(call)),
        }),
      );
      if (email === null) throw spentLink();
      await refuseStaffPassword(parts, "password", { password, email });
      const userId = z
        .nullable(z.uuid())
        .parse(await parts.callDatabase("spend_staff_link", { secret_hash }));
      if (userId === null) throw spentLink();
      // Spent first, so that of many at once one sets the password; good again if the server refused it.
      await parts.auth.setPassword(userId, password).catch(async (error: unknown) => {
        await parts
          .callDatabase("return_password_link", { secret_hash })
          .catch(() => parts.log({ function: name, event: "link-not-returned" }));
        throw error;
      });
      await recordPasswordChange(parts, name, { userId, device });
      return {};
    },
  });
}

const spentLink = () =>
  new RequestFailure(410, "link_expired", "Link inválido ou expirado. Solicite um novo.");
