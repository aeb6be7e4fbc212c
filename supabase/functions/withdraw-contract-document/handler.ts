import * as z from "zod/mini";
import { contractDocumentSchema } from "#contracts/leases/contract-documents.ts";
import { requireAccessToken } from "../_shared/callers.ts";
import { removeOrphan } from "../_shared/files.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

const withdrawnSchema = z.object({ changed: z.boolean(), filePath: z.optional(z.string()) });

/** Withdraws a document. Deletes the row before the file, so that nobody can open a file whose deletion fails. */
export function createHandler(parts: Parts): Handler {
  const name = "withdraw-contract-document";
  return createEndpoint(parts.publicGate, {
    name,
    schema: contractDocumentSchema,
    async answer({ documentId }, request) {
      const token = await requireAccessToken(request, parts.auth);
      const parameters = { document_id: documentId };
      const { changed, filePath } = withdrawnSchema.parse(
        await parts.callDatabase("withdraw_contract_document", parameters, token),
      );
      if (filePath !== undefined) await removeOrphan(parts, name, ["contract-documents", filePath]);
      return { changed };
    },
  });
}
