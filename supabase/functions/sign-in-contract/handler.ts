import { contractSignInRequestSchema } from "#contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, wrongCredentials } from "../_shared/http/request-failure.ts";
import { judgePassword } from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/** Number of failures after which the answer no longer says whether the contract number or the password was wrong. */
const specificFailures = 3;

export function createHandler(parts: Parts): Handler {
  const action = "sign-in-contract";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: contractSignInRequestSchema,
    answer: ({ contractNumber, password, device }, request) =>
      judgePassword(
        parts,
        { action, kind: "contract", subject: contractNumber, password, device },
        request,
        refuse,
      ).catch((error: unknown) => {
        const isOutage = error instanceof RequestFailure && error.status === 503;
        throw isOutage
          ? new RequestFailure(503, "unavailable", "Erro ao buscar contrato", {}, error.reason)
          : error;
      }),
  });
}

function refuse({ isKnown, failures }: { isKnown: boolean; failures: number }): RequestFailure {
  if (failures >= specificFailures) {
    return wrongCredentials("Número do contrato ou senha incorretos.");
  }
  return isKnown
    ? wrongCredentials("Senha incorreta")
    : new RequestFailure(404, "unknown_contract", "Contrato não encontrado");
}
