import * as z from "zod/mini";
import { askDocumentsFormSchema } from "../requests/documents.ts";
import { offerFormSchema } from "../offers/offer.ts";
import { rejectionFormSchema } from "../requests/simulation-decision.ts";

export const mailPreviewSchema = z.object({ subject: z.string(), text: z.string() });

const simulationId = z.uuid("Simulação inválida");

/** Input of preview-mail: the name of a template, and the form whose submission would send a mail of this template. */
export const mailPreviewRequestSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("simulation-approved"), simulationId }),
  z.extend(rejectionFormSchema, { template: z.literal("simulation-rejected"), simulationId }),
  // `safeExtend` keeps the checks that span several fields; `extend` would drop them. For "offer", the database chooses
  // the template offer-made, offer-changed or renewal-offered.
  z.safeExtend(offerFormSchema, {
    template: z.literal("offer"),
    simulationId,
    renewsContractId: z.optional(z.uuid("Contrato inválido")),
  }),
  z.safeExtend(askDocumentsFormSchema, { template: z.literal("documents-asked"), simulationId }),
]);

export type MailPreviewRequest = z.output<typeof mailPreviewRequestSchema>;
