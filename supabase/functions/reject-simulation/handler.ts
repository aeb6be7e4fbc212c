import { simulationRejectionSchema } from "../_shared/contracts/simulation-request.ts";
import { decideSimulation, type DecisionParts } from "../_shared/decide-simulation.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";

/** Staff reject a pending simulation; the applicant reads the reason in one e-mail. */
export function createHandler(parts: DecisionParts): Handler {
  const name = "reject-simulation";
  return createEndpoint(parts.publicGate, {
    name,
    schema: simulationRejectionSchema,
    answer: ({ simulationId, reason }, request) =>
      decideSimulation(parts, request, {
        simulationId,
        decision: "rejected",
        reason,
      }),
  });
}
