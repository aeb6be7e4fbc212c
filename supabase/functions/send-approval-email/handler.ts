import { simulationApprovalSchema } from "../_shared/contracts/simulation-request.ts";
import { decideSimulation, type DecisionParts } from "../_shared/decide-simulation.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";

/** Staff approve a pending simulation; the applicant gets one e-mail however many clicks. */
export function createHandler(parts: DecisionParts): Handler {
  const name = "send-approval-email";
  return createEndpoint(parts.publicGate, {
    name,
    schema: simulationApprovalSchema,
    answer: ({ simulationId }, request) =>
      decideSimulation(parts, request, {
        simulationId,
        decision: "approved",
        reason: null,
      }),
  });
}
