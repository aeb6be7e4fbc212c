import * as z from "zod/mini";
import { textField } from "../fields/text.ts";
import { simulationsStatus } from "../stored-values.ts";

const simulationId = () => z.uuid("Simulação inválida");

export const simulationApprovalSchema = z.object({ simulationId: simulationId() });

/** Form in which staff reject a simulation. The applicant reads the reason. */
export const rejectionFormSchema = z.object({
  reason: textField({ min: 3, max: 500, message: "Informe o motivo da rejeição" }),
});

export const simulationRejectionSchema = z.extend(rejectionFormSchema, {
  simulationId: simulationId(),
});

/** Reply to an approval or a rejection. `changed` is false when staff had already decided. */
export const simulationDecisionSchema = z.object({
  changed: z.boolean(),
  status: z.enum(simulationsStatus),
});

export type SimulationDecision = z.output<typeof simulationDecisionSchema>;
