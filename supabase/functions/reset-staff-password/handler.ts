import * as z from "zod/mini";
import { staffPasswordResetSchema } from "#contracts/accounts.ts";
import { callByLink } from "../_shared/callers.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkExpired } from "../_shared/http/request-failure.ts";
import { refuseStaffPassword, setPasswordByLink } from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/** Sets a staff password by link, ends every session and notifies the owner. Keeps the second factor. */
export function createHandler(parts: Parts): Handler {
  const name = "reset-staff-password";
  return createEndpoint(parts.publicGate, {
    name,
    schema: staffPasswordResetSchema,
    async answer({ tokenHash, password, device }, call) {
      const email = z
        .nullable(z.string())
        .parse(await callByLink(parts, call, "open_staff_reset", { secret: tokenHash }));
      if (email === null) throw linkExpired();
      await refuseStaffPassword(parts, "password", { password, email });
      const secret_hash = await secretHash(tokenHash);
      const userId = z
        .nullable(z.uuid())
        .parse(await parts.callDatabase("spend_staff_link", { secret_hash }));
      if (userId === null) throw linkExpired();
      await setPasswordByLink(parts, name, { tokenHash, userId, password, device });
      return {};
    },
  });
}
