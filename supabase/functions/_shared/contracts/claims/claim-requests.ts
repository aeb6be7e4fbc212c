import * as z from "zod/mini";
import { uploadDocumentSchema } from "../requests/documents.ts";
import { bankAccountSchema } from "../payments/bank-account.ts";
import { trackRequestSchema } from "../requests/tracking.ts";
import {
  claimAnswerFormSchema,
  claimFormSchema,
  claimReplyFormSchema,
  claimReviewAnswerFormSchema,
  claimReviewFormSchema,
} from "./claim-forms.ts";
import { claimFileKinds } from "./claims.ts";

/**
 * Upload of a claim's file. The HTTP headers have the kind "claim", the id of the claim (`of`), and an id for the file.
 */
export const claimUploadSchema = z.extend(uploadDocumentSchema, {
  kind: z.enum(claimFileKinds, "Escolha o que o arquivo mostra"),
  itemId: z.optional(z.uuid("Item inválido")),
});

/** Limits of the files that one sender may send for all claims of a lease; `bytes` is their total. */
export const claimFileBounds = { files: 60, bytes: 200 * 1024 * 1024 } as const;

const byLink = trackRequestSchema.shape;
/** Claim, and its version on the screen. An old version is answered with 409. */
const ofClaim = {
  ...byLink,
  claimId: z.uuid("Pedido inválido"),
  version: z.int("Pedido inválido"),
};

export const landlordClaimRequestSchema = z.discriminatedUnion(
  "action",
  [
    z.object({
      action: z.literal("open"),
      ...byLink,
      leaseId: z.uuid("Locação inválida"),
      /** Id of the form; a second click changes nothing. */
      requestId: z.uuid("Pedido inválido"),
      ...claimFormSchema.shape,
    }),
    z.object({ action: z.literal("withdraw"), ...ofClaim }),
    z.object({ action: z.literal("complete"), ...ofClaim }),
    z.object({ action: z.literal("done"), ...ofClaim }),
    z.object({ action: z.literal("add"), ...ofClaim, ...claimAnswerFormSchema.shape }),
    z.object({ action: z.literal("reply"), ...ofClaim, ...claimReplyFormSchema.shape }),
    z.object({ action: z.literal("review"), ...ofClaim, ...claimReviewFormSchema.shape }),
    z.object({
      action: z.literal("answer-review"),
      ...ofClaim,
      ...claimReviewAnswerFormSchema.shape,
    }),
    z.object({ action: z.literal("change-account"), ...ofClaim, account: bankAccountSchema }),
    z.object({
      action: z.literal("confirm-account"),
      /** Secret after /locador#conta= in the mailed link. */
      accountSecret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
    }),
  ],
  "Pedido inválido",
);
