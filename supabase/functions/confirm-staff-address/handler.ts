import * as z from "zod/mini";
import { staffConfirmationSchema } from "#contracts/accounts.ts";
import { callByLink } from "../_shared/callers.ts";
import { secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkExpired, wrongCredentials } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/** Confirms a sign-up by link and password. The link alone would let a mailbox's owner confirm a stranger's sign-up. */
export function createHandler(parts: Parts): Handler {
  const { callDatabase, auth } = parts;
  return createEndpoint(parts.publicGate, {
    name: "confirm-staff-address",
    schema: staffConfirmationSchema,
    async answer({ tokenHash, password }, call) {
      const email = z
        .nullable(z.string())
        .parse(await callByLink(parts, call, "open_staff_confirmation", { secret: tokenHash }));
      if (email === null) throw spentLink();
      // The link is not used up when the password is wrong.
      if (!(await auth.hasPassword(email, password, parts.callerAddress(call)))) {
        const message = "Senha incorreta. Use a que você escolheu no cadastro.";
        throw wrongCredentials(message, "password");
      }
      const secret_hash = await secretHash(tokenHash);
      if ((await callDatabase("confirm_staff_address", { secret_hash })) !== true) {
        throw spentLink();
      }
      parts.kickDelivery();
      return { email };
    },
  });
}

const spentLink = () =>
  linkExpired(
    "Link inválido ou expirado. Cadastre-se de novo com o mesmo e-mail para receber outro.",
  );
