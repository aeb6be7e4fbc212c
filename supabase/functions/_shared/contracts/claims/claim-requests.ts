import * as z from "zod/mini";
import { uploadDocumentSchema } from "../requests/documents.ts";
import { bankAccountSchema } from "../payments/bank-account.ts";
import { trackRequestSchema } from "../requests/tracking.ts";
import {
  claimAppealFormSchema,
  claimFileKinds,
  claimFormSchema,
  claimReplyFormSchema,
} from "./claims.ts";

/**
 * Upload of a claim's file. The HTTP headers have the kind "claim", the id of the claim (`of`), and an id for the file.
 */
export const claimUploadSchema = z.extend(uploadDocumentSchema, {
  kind: z.enum(claimFileKinds, "Escolha o que o arquivo mostra"),
  itemId: z.optional(z.uuid("Item inválido")),
});

/** Limits of the files that a side may send for one claim; `bytes` is their total. */
export const claimFileBounds = { files: 60, bytes: 200 * 1024 * 1024 } as const;

const claimId = { claimId: z.uuid("Pedido inválido") };
const byLink = trackRequestSchema.shape;

export const landlordClaimRequestSchema = z.discriminatedUnion(
  "action",
  [
    z.object({
      action: z.literal("open"),
      ...byLink,
      contractId: z.uuid("Contrato inválido"),
      /** Id of the form; a second click changes nothing. */
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
      account: bankAccountSchema,
    }),
    z.object({
      action: z.literal("confirm-account"),
      /** Secret after /locador#conta= in the mailed link. */
      accountSecret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
    }),
  ],
  "Pedido inválido",
);
