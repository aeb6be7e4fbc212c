import { simulationRejectionSchema } from "#contracts/requests/simulation-decision.ts";
import { createDecision } from "../_shared/decide-simulation.ts";
import type { Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Rejects a pending simulation. The applicant gets one e-mail with the reason. */
export function createHandler(parts: Parts): Handler {
  const name = "reject-simulation";
  return createDecision(parts, { name, schema: simulationRejectionSchema, decision: "rejected" });
}
