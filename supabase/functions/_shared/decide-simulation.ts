import {
  simulationDecisionSchema,
  type SimulationDecision,
} from "./contracts/simulation-request.ts";
import type { AuditTrailAction } from "./contracts/stored-values.ts";
import { RequestFailure } from "./http/request-failure.ts";
import type { Parts } from "./parts.ts";
import { requireAccessToken } from "./callers.ts";

export type DecisionParts = Pick<Parts, "publicGate" | "auth" | "callDatabase" | "kickDelivery">;

type Decision = {
  simulationId: string;
  decision: "approved" | "rejected";
  reason: string | null;
};

/**
 * Decides with the caller's own token: the database checks that it is active staff, locks the
 * row and queues one e-mail. Throws 401, 403 or 404.
 */
export async function decideSimulation(
  { auth, callDatabase, kickDelivery }: DecisionParts,
  request: Request,
  { simulationId, decision, reason }: Decision,
): Promise<SimulationDecision> {
  const accessToken = await requireAccessToken(request, auth).catch(async (error: unknown) => {
    if (error instanceof RequestFailure && error.status === 401) {
      // The database records refusals it sees; this one it would never see.
      const action: AuditTrailAction = "decide-simulation";
      await callDatabase("record_denied_call", { actor: null, action, subject_id: simulationId });
    }
    throw error;
  });
  const decided = simulationDecisionSchema.parse(
    await callDatabase(
      "decide_simulation",
      { simulation_id: simulationId, decision, reason },
      accessToken,
    ),
  );
  if (decided.changed) kickDelivery();
  return decided;
}
