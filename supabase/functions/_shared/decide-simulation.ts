import type * as z from "zod/mini";
import { simulationDecisionSchema } from "#contracts/requests/simulation-decision.ts";
import { requireAuditedCaller } from "./callers.ts";
import { createEndpoint, type Handler } from "./http/endpoint.ts";
import type { Parts } from "./parts.ts";

type Decision<Schema> = { name: string; schema: Schema; decision: "approved" | "rejected" };

/** Creates the endpoint of a staff decision on a simulation. The database checks the token. Throws 401, 403, 404, 409. */
export function createDecision<
  Schema extends z.ZodMiniType<{
    simulationId: string;
    version: number;
    reason?: string | undefined;
  }>,
>(parts: Parts, { name, schema, decision }: Decision<Schema>): Handler {
  return createEndpoint(parts.publicGate, {
    name,
    schema,
    async answer({ simulationId: simulation_id, version, reason = null }, request) {
      const call = { action: "decide-simulation", subject_id: simulation_id } as const;
      const { token } = await requireAuditedCaller(parts, request, call);
      const parameters = { simulation_id, decision, known_version: version, reason };
      const decided = simulationDecisionSchema.parse(
        await parts.callDatabase("decide_simulation", parameters, token),
      );
      if (decided.changed) parts.kickDelivery();
      return decided;
    },
  });
}
