import * as z from "zod/mini";
import { optionalTextField, textField } from "../fields/text.ts";
import { simulationsStatus } from "../stored-values.ts";
import { requestVersionField } from "./request-correction.ts";

const decided = {
  simulationId: z.uuid("Simulação inválida"),
  /**
   * Number of the request's corrections that staff saw. The database refuses an outdated number. The call of the
   * specification (section 7) has no number and decides a request that was never corrected.
   */
  version: z._default(requestVersionField(), 0),
};

export const simulationApprovalSchema = z.object({
  ...decided,
  /** Reason that only staff read. */
  reason: optionalTextField(500),
});

/** Form in which staff reject a simulation. The applicant reads the reason. */
export const rejectionFormSchema = z.object({
  reason: textField({ min: 3, max: 500, message: "Informe o motivo da rejeição" }),
});

export const simulationRejectionSchema = z.extend(rejectionFormSchema, decided);

/**
 * Reply to an approval or a rejection. `changed` is false when staff had already decided. `why` is `second` when the
 * approval waits for a second person: the request stays pending, and no mail is sent.
 */
export const simulationDecisionSchema = z.object({
  changed: z.boolean(),
  status: z.enum(simulationsStatus),
  why: z.optional(z.literal("second")),
});

export type SimulationDecision = z.output<typeof simulationDecisionSchema>;
