import { contractSignInRequestSchema } from "../_shared/contracts/accounts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import { judgePassword, type JudgingParts } from "../_shared/judge-password.ts";
import type { Parts } from "../_shared/parts.ts";

/** Failures after which the answer no longer tells which of the two was wrong. */
const specificFailures = 3;

/** Opens a contract with its number and password and hands back a session. */
export function createHandler(parts: JudgingParts & Pick<Parts, "publicGate">): Handler {
  const action = "sign-in-contract";
  return createEndpoint(parts.publicGate, {
    name: action,
    schema: contractSignInRequestSchema,
    answer: ({ contractNumber, password, device }, request) =>
      judgePassword(
        parts,
        { action, kind: "contract", subject: contractNumber.toUpperCase(), password, device },
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
    return new RequestFailure(401, "wrong_credentials", "Número do contrato ou senha incorretos.");
  }
  return isKnown
    ? new RequestFailure(401, "wrong_credentials", "Senha incorreta")
    : new RequestFailure(404, "unknown_contract", "Contrato não encontrado");
}
