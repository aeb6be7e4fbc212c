import * as z from "zod/mini";
import { uploadDocumentSchema } from "../documents.ts";
import { trackRequestSchema } from "../tracking.ts";
import {
  claimAccountSchema,
  claimAppealFormSchema,
  claimFileKinds,
  claimFormSchema,
  claimReplyFormSchema,
} from "./claims.ts";

/**
 * What upload-document takes of a claim's file, as form data; in the headers the kind is "claim", `of` the
 * claim, and the id the file's own, made by the browser.
 */
export const claimUploadSchema = z.extend(uploadDocumentSchema, {
  kind: z.enum(claimFileKinds, "Escolha o que o arquivo mostra"),
  itemId: z.optional(z.uuid("Item inválido")),
});

/** How many files a side may send of a claim, and how many bytes they have together. */
export const claimFileBounds = { files: 60, bytes: 200 * 1024 * 1024 } as const;

const claimId = { claimId: z.uuid("Pedido inválido") };
const byLink = trackRequestSchema.shape;

/** What landlord-claim takes. */
export const landlordClaimRequestSchema = z.discriminatedUnion(
  "action",
  [
    z.object({
      action: z.literal("open"),
      ...byLink,
      contractId: z.uuid("Contrato inválido"),
      /** The form's, so that a second click changes nothing. */
      requestId: z.uuid("Pedido inválido"),
      ...claimFormSchema.shape,
    }),
    z.object({ action: z.literal("withdraw"), ...byLink, ...claimId }),
    z.object({ action: z.literal("reply"), ...byLink, ...claimId, ...claimReplyFormSchema.shape }),
    z.object({
      action: z.literal("appeal"),
      ...byLink,
      ...claimId,
      ...claimAppealFormSchema.shape,
    }),
    z.object({
      action: z.literal("change-account"),
      ...byLink,
      ...claimId,
      account: claimAccountSchema,
    }),
    z.object({
      action: z.literal("confirm-account"),
      /** What stands behind /locador#conta= in the mail. */
      accountSecret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
    }),
  ],
  "Pedido inválido",
);
