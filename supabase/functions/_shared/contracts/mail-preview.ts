import * as z from "zod/mini";
import { askDocumentsFormSchema } from "./documents.ts";
import { offerFormSchema } from "./offer.ts";
import { rejectionFormSchema } from "./simulation-request.ts";

/** What preview-mail answers. */
export const mailPreviewSchema = z.object({ subject: z.string(), text: z.string() });

const simulationId = z.uuid("Simulação inválida");

/** What preview-mail takes: a mail that has not been sent, with the form that would send it. */
export const mailPreviewRequestSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("simulation-approved"), simulationId }),
  z.extend(rejectionFormSchema, { template: z.literal("simulation-rejected"), simulationId }),
  z.extend(offerFormSchema, { template: z.literal("offer-made"), simulationId }),
  z.extend(offerFormSchema, {
    template: z.literal("renewal-offered"),
    simulationId,
    renewsContractId: z.uuid("Contrato inválido"),
  }),
  // Has rules over several fields, which `extend` would drop.
  z.safeExtend(askDocumentsFormSchema, { template: z.literal("documents-asked"), simulationId }),
]);

export type MailPreviewRequest = z.output<typeof mailPreviewRequestSchema>;
