import { simulationApprovalSchema } from "#contracts/requests/simulation-decision.ts";
import { createDecision } from "../_shared/decide-simulation.ts";
import type { Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

/** Approves a pending simulation. The applicant gets one e-mail, even if staff click twice. */
export function createHandler(parts: Parts): Handler {
  const name = "send-approval-email";
  return createDecision(parts, { name, schema: simulationApprovalSchema, decision: "approved" });
}
