import * as z from "zod/mini";
import { rejectionFormSchema } from "./simulation-decision.ts";

const simulationId = z.uuid("Simulação inválida");

/** What preview-mail takes: a mail of a decision that is not made yet. */
export const mailPreviewRequestSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("simulation-approved"), simulationId }),
  z.extend(rejectionFormSchema, { template: z.literal("simulation-rejected"), simulationId }),
]);

export type MailPreviewRequest = z.output<typeof mailPreviewRequestSchema>;
