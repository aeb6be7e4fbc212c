import * as z from "zod/mini";
import { textField } from "./text.ts";

const simulationId = () => z.uuid("Simulação inválida");

/** What send-approval-email takes. */
export const simulationApprovalSchema = z.object({ simulationId: simulationId() });

/** The rejection dialog; the applicant reads the reason. */
export const rejectionFormSchema = z.object({
  reason: textField({ min: 3, max: 500, message: "Informe o motivo da rejeição" }),
});

/** What reject-simulation takes. */
export const simulationRejectionSchema = z.extend(rejectionFormSchema, {
  simulationId: simulationId(),
});

/** What both answer: `changed` is false when someone had decided before. */
export const simulationDecisionSchema = z.object({
  changed: z.boolean(),
  status: z.enum(["pending", "approved", "rejected"]),
});

export type SimulationDecision = z.output<typeof simulationDecisionSchema>;
