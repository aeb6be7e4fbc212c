import { staffSignInRequestSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import { judgePassword, type JudgingParts } from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/** Signs staff in with e-mail and password and hands back a session. Every refusal reads alike. */
export function createHandler(parts: JudgingParts & Pick<Parts, "publicGate">): Handler {
  const action = "sign-in-staff";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: staffSignInRequestSchema,
    answer: ({ email, password, device }, request) =>
      judgePassword(
        parts,
        { action, kind: "staff", subject: email, password, device },
        request,
        () => new RequestFailure(401, "wrong_credentials", "Verifique suas credenciais."),
      ),
  });
}
