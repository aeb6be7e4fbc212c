import * as z from "zod/mini";
import { staffConfirmationSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/hashes.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "staffAuth" | "kickDelivery" | "callerAddress" | "hashAddress"
>;

/**
 * Confirms a staff address with the mailed link and the password of the sign-up. Both together,
 * or the owner of a mailbox could be led to confirm an account that somebody else made with it.
 */
export function createHandler(parts: Needed): Handler {
  const { callDatabase, staffAuth } = parts;
  return createEndpoint(parts.publicGate, {
    name: "confirm-staff-address",
    schema: staffConfirmationSchema,
    async answer({ tokenHash, password }, call) {
      const caller = parts.callerAddress(call);
      const secret_hash = await secretHash(tokenHash);
      const email = z.nullable(z.string()).parse(
        await callDatabase("open_staff_confirmation", {
          secret_hash,
          address_hash: await parts.hashAddress(caller),
        }),
      );
      if (email === null) throw spentLink();
      // A mistyped password leaves the link as it was.
      if (!(await staffAuth.hasPassword(email, password, caller))) throw wrongPassword();
      if ((await callDatabase("confirm_staff_address", { secret_hash })) !== true) {
        throw spentLink();
      }
      parts.kickDelivery();
      return { email };
    },
  });
}

const spentLink = () =>
  new RequestFailure(
    410,
    "link_expired",
    "Link inválido ou expirado. Cadastre-se de novo com o mesmo e-mail para receber outro.",
  );

function wrongPassword(): RequestFailure {
  const password = "Senha incorreta. Use a que você escolheu no cadastro.";
  return new RequestFailure(401, "wrong_credentials", password, { fields: { password } });
}
