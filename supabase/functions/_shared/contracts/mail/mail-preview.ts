import * as z from "zod/mini";
import { askDocumentsFormSchema } from "../requests/documents.ts";
import { offerFormSchema } from "../offers/offer.ts";
import { rejectionFormSchema } from "../requests/simulation-request.ts";

export const mailPreviewSchema = z.object({ subject: z.string(), text: z.string() });

const simulationId = z.uuid("Simulação inválida");

/** Input of preview-mail: the name of a template, and the form whose submission would send a mail of this template. */
export const mailPreviewRequestSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("simulation-approved"), simulationId }),
  z.extend(rejectionFormSchema, { template: z.literal("simulation-rejected"), simulationId }),
  z.extend(offerFormSchema, { template: z.literal("offer-made"), simulationId }),
  z.extend(offerFormSchema, {
    template: z.literal("renewal-offered"),
    simulationId,
    renewsContractId: z.uuid("Contrato inválido"),
  }),
  // `safeExtend` keeps the checks that span several fields; `extend` would drop them.
  z.safeExtend(askDocumentsFormSchema, { template: z.literal("documents-asked"), simulationId }),
]);

export type MailPreviewRequest = z.output<typeof mailPreviewRequestSchema>;
