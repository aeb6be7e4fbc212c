import { staffSignInRequestSchema } from "#contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { wrongCredentials } from "../_shared/http/request-failure.ts";
import { judgePassword } from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/** Signs staff in by e-mail address and password. Every refusal has the same text. */
export function createHandler(parts: Parts): Handler {
  const action = "sign-in-staff";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: staffSignInRequestSchema,
    answer: ({ email, password, device }, request) =>
      judgePassword(
        parts,
        { action, kind: "staff", subject: email, password, device },
        request,
        () => wrongCredentials("Verifique suas credenciais."),
      ),
  });
}
